export { usePythonKnowledge } from '../../editor/python/use-python-knowledge.ts';
