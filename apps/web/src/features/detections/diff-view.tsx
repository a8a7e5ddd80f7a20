export { DiffView } from '../../editor/diff/diff-view.tsx';
