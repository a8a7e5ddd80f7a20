import type { SourceDetails, StreamType } from './queries.ts';

export const streamTypeTexts: Record<StreamType, { label: string; help: string }> = {
  Auto: {
    label: 'Auto',
    help: 'Looks at each batch and decides. Choose it when the sender mixes formats or you are not sure.',
  },
  Lines: { label: 'Lines', help: 'One event per line: text, CSV, or JSON without line breaks inside.' },
  JSON: { label: 'JSON', help: 'JSON objects, one after the other, with or without line breaks inside.' },
  JsonArray: {
    label: 'JSON Array',
    help: 'A JSON array of events, optionally enclosed in a field of an object.',
  },
  CloudWatchLogs: {
    label: 'CloudWatch Logs',
    help: 'Records of a CloudWatch Logs subscription. The events inside are taken out.',
  },
  XML: { label: 'XML (beta)', help: 'One event per XML element.' },
};

const ingestionTitles: Record<string, string> = {
  S3: 'AWS S3',
  Sqs: 'AWS SQS',
  CloudWatch: 'AWS CloudWatch Logs',
  EventBridge: 'AWS EventBridge',
  GcpPubSub: 'Google Cloud Pub/Sub',
  Gcs: 'Google Cloud Storage',
  AzureEventHub: 'Azure Event Hub',
  AmazonSecurityLake: 'Amazon Security Lake',
  HTTP: 'HTTP',
  LogPulling: 'Log pulling',
};

/** Words for an ingestion type. */
export function ingestionTitle(ingestionType: string): string {
  return ingestionTitles[ingestionType] ?? ingestionType;
}

/** `JSON Array, envelope Records`. */
export function streamText(
  source: Pick<SourceDetails, 'logStreamType'> & Partial<Pick<SourceDetails, 'logStreamTypeOptions'>>,
): string {
  const { label } = streamTypeTexts[source.logStreamType];
  const envelope = source.logStreamTypeOptions?.envelopeField;
  return envelope ? `${label}, envelope ${envelope}` : label;
}

const ingestionPaths: Record<string, string> = {
  S3: 'aws-s3',
  Sqs: 'aws-sqs',
  CloudWatch: 'aws-cloudwatch-logs',
  EventBridge: 'aws-eventbridge',
  GcpPubSub: 'google-cloud-pubsub',
  Gcs: 'google-cloud-storage',
  AzureEventHub: 'azure-event-hub',
};

/** The last segment of the wizard's address, as the breadcrumbs know it: `HTTP` becomes `http`. */
export function pathOfIngestionType(ingestionType: string): string {
  return ingestionPaths[ingestionType] ?? ingestionType.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}
