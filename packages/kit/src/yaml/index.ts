export { parseYaml, type ParsedYaml, type YamlFault, type YamlOptions } from './parse-yaml.ts';
