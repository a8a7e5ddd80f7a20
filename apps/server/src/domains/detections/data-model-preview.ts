import type { DetectEngine, TestResult } from '@margay/detect';
import { invalidInput } from '@margay/kit';
import type { DataModel, PythonRule, Trust } from '@margay/model';

export interface PreviewInput {
  id: string;
  logTypes: string[];
  body?: string | undefined;
  mappings: DataModel['mappings'];
  /** An event as JSON text. */
  event: string;
}

/** What one mapping gives for one event. */
export interface MappingPreview {
  name: string;
  /** JSON text; null when the event has nothing there, or the mapping failed. */
  value: string | null;
  error: string | null;
  traceback: string | null;
}

export interface DataModelPreview {
  mappings: MappingPreview[];
  /** Why none of them could run: the body does not load. */
  error: string | null;
  line: number | null;
}

const maxMappings = 200;
const maxEventCharacters = 1_000_000;

/**
 * Reads one mapping of the model in front of it; the mock says which. The names of the body are kept before `rule`
 * and `alert_context` may hide them. An event finds the whole model by its log type, as it does in a rule.
 */
const reader = `

_margay_names = dict(globals())
_margay_absent = object()


def _margay_number():
    return 0


def rule(event):
    return True


def alert_context(event):
    from margay.models import MethodMapping, PathMapping

    name, path, method = _margay_mappings[int(_margay_number())]
    if path is not None:
        mapping = PathMapping(name, path)
    elif callable(_margay_names.get(method)):
        mapping = MethodMapping(name, _margay_names[method])
    else:
        raise NameError(f'the body has no function {method}')
    value = mapping.read(event, _margay_absent)
    return {} if value is _margay_absent else {'value': value}
`;

/** JSON text of an event, as the rules of these log types would get it. */
function eventOf(text: string, logTypes: readonly string[]): string {
  if (text.length > maxEventCharacters) {
    throw invalidInput(`The event has more than ${maxEventCharacters.toLocaleString('en')} characters.`);
  }
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (error) {
    throw invalidInput(`The event is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    throw invalidInput('The event must be a JSON object.');
  }
  return JSON.stringify(
    'p_log_type' in event || logTypes[0] === undefined ? event : { ...event, p_log_type: logTypes[0] },
  );
}

function ruleOf({ id, logTypes, body = '', mappings }: PreviewInput, trust: Trust): PythonRule {
  const literal = JSON.stringify(
    JSON.stringify(mappings.map(({ name, path, method }) => [name, path ?? null, method ?? null])),
  );
  return {
    id,
    versionId: 'draft',
    trust,
    kind: 'RULE',
    body: `${body}${reader}_margay_mappings = __import__('json').loads(${literal})\n`,
    logTypes: logTypes.length === 0 ? ['draft'] : logTypes,
    severity: 'INFO',
    displayName: id,
    description: '',
    runbook: '',
    reference: '',
    dedupPeriodMinutes: 60,
    threshold: 1,
    // Of the functions an alert has, a signal asks for the context only.
    createAlert: false,
    tags: [],
    reports: {},
    outputIds: [],
    summaryAttributes: [],
  };
}

/** Runs a data model, which need not be stored, on one event in the sandbox. Each mapping has its own time limit. */
export async function previewDataModel(
  engine: DetectEngine,
  input: PreviewInput,
  trust: Trust,
): Promise<DataModelPreview> {
  const { id, logTypes, body, mappings } = input;
  if (mappings.length > maxMappings) {
    throw invalidInput(`A preview shows at most ${maxMappings} mappings.`);
  }
  const resource = eventOf(input.event, logTypes);
  const diagnostics = body === undefined ? [] : await engine.check(body, 'DATA_MODEL', trust);
  const fault = diagnostics.find(({ severity }) => severity === 'error');
  if (fault !== undefined) return { mappings: [], error: fault.message, line: fault.line };
  const results = await engine.test({
    rules: [
      {
        rule: ruleOf(input, trust),
        tests: mappings.map(({ name }, index) => ({
          name,
          expectedResult: true,
          resource,
          mocks: [{ objectName: '_margay_number', returnValue: String(index) }],
        })),
      },
    ],
    dataModels: [
      {
        id,
        versionId: 'draft',
        trust,
        enabled: true,
        logTypes,
        mappings,
        ...(body === undefined ? {} : { body }),
      },
    ],
  });
  const [first] = results;
  const isWhole =
    first !== undefined &&
    first.error !== null &&
    results.every(({ error, functions }) => error === first.error && functions.detection === undefined);
  if (isWhole && !first.error?.startsWith('TimeoutError: the test')) {
    return { mappings: [], error: first.error, line: first.line ?? null };
  }
  return { mappings: results.map(mappingOf), error: null, line: null };
}

function mappingOf({ testName, error, functions }: TestResult): MappingPreview {
  const answer = functions.alert_context;
  return {
    name: testName,
    value: valueOf(answer?.output ?? null),
    error: error ?? answer?.error ?? functions.detection?.error ?? null,
    traceback: answer?.traceback ?? null,
  };
}

function valueOf(output: string | null): string | null {
  if (output === null) return null;
  const context = JSON.parse(output) as Record<string, unknown>; // our own function made it
  return 'value' in context ? JSON.stringify(context['value']) : null;
}
