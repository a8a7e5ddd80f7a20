import { useQuery } from '@tanstack/react-query';
import { gql } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { useShippedDetections } from '../../lib/shipped-detections.ts';

const schemaDocument = gql(
  `query SampleSchema($input: GetSchemaInput!) { getSchema(input: $input) { schema { name spec isManaged } } }`,
);
/** A source with many log types of text alone is not searched to its end for one of JSON. */
const tried = 8;

/** What a command may send: any event of a log type, or one that raises the alert of a detection. */
export interface Sample {
  key: string;
  label: string;
  logType: string;
  /** Of a test of the detection, as JSON. */
  testEvent?: string | undefined;
}

export interface SampleContent {
  sample: Sample | undefined;
  /** An object, or a line of text; null where the schema shows none. */
  event: Record<string, unknown> | string | null;
  at: Date;
}

/** Any event of each log type, and one for each shipped detection that runs and raises its alert at once. */
export function useSamples(logTypes: readonly string[]): Sample[] {
  const shipped = useShippedDetections(logTypes);
  return [
    ...logTypes.map((logType) => ({ key: logType, label: logType, logType })),
    ...(shipped.data ?? []).flatMap(({ id, displayName, state, alertingEvent, logTypes: watched }) => {
      const logType = logTypes.find((name) => watched.includes(name));
      if (logType === undefined || state !== 'ON' || alertingEvent === null) return [];
      return [{ key: id, label: `${logType}, raises “${displayName}”`, logType, testEvent: alertingEvent }];
    }),
  ];
}

/** The content of the sample that was picked, or of the first that is an object. Readers are loaded for it only now. */
export function useSampleContent(samples: readonly Sample[], pickedKey: string | undefined) {
  const graphql = useGraphql();
  const picked = samples.find(({ key }) => key === pickedKey);
  const candidates = picked ? [picked] : samples.slice(0, tried);
  return useQuery({
    queryKey: ['log-sources', 'sample', candidates.map(({ key }) => key)],
    enabled: candidates.length > 0,
    queryFn: async ({ signal }): Promise<SampleContent> => {
      const { sampleEventOf, sampleLineOf, sampleOfTest } = await import('./sample-event.ts');
      let first: SampleContent | undefined;
      for (const sample of candidates) {
        const reply = await graphql.request(schemaDocument, { input: { name: sample.logType } }, { signal });
        const { schema } = reply.getSchema;
        if (!schema) continue;
        const { name, spec, isManaged } = schema;
        const at = new Date();
        const event = sample.testEvent
          ? sampleOfTest(spec, name, isManaged, JSON.parse(sample.testEvent) as Record<string, unknown>, at)
          : sampleEventOf(spec, name, isManaged, at);
        if (event) return { sample, event, at };
        first ??= { sample, event: sampleLineOf(spec) ?? null, at };
      }
      return first ?? { sample: candidates[0], event: null, at: new Date() };
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: 'panel' },
  });
}
