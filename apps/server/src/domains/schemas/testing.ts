import { permissions } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { rm } from 'node:fs/promises';
import { systemActor } from '../../api/actor.ts';
import { askConsole } from '../../api/testing-console.ts';
import { readConfig } from '../../config.ts';
import { createMetrics } from '../../metrics.ts';
import { startDetect, type DetectRole } from '../../roles/detect.ts';
import { wire, type Platform } from '../../wire.ts';
import { newDataFolder } from '../../testing/new-data-folder.ts';

/** The platform with its pipeline on a fresh folder, and the ways in and out that tests of fields take. */
export interface FieldsPlace {
  platform: Platform;
  ingest: DetectRole;
  /** Makes the schema and a source for it; every event matches one rule, whose context is the event as Python sees it. */
  addLogType(name: string, spec: string): Promise<{ sourceId: string }>;
  /** Sends lines and waits until they rest. */
  send(sourceId: string, lines: readonly string[]): Promise<void>;
  rows(language: 'sql' | 'pantherflow', text: string): Promise<Record<string, unknown>[]>;
  /** What an SQL text that cannot run is answered with. */
  refusal(text: string): Promise<string>;
  close(): Promise<void>;
}

const body = `import json
def rule(event):
    return True
def dedup(event):
    return event.get("p_row_id")
def alert_context(event):
    return {"seen": repr(json.loads(json.dumps(event, default=lambda value: value.to_dict() if hasattr(value, "to_dict") else dict(value))))}
`;

export async function openFieldsPlace(): Promise<FieldsPlace> {
  const folder = await newDataFolder('margay-fields-');
  const settings = { MARGAY_DATA_DIR: folder, MARGAY_PYTHON_WORKERS: '1' };
  const platform = await wire(readConfig(settings), silentLogger);
  const ingest = await startDetect(platform, createMetrics(platform), silentLogger);
  const { schemas, logSources, searches } = platform.services;
  const ask = askConsole(platform.services);
  const actor = systemActor();

  async function view(language: 'sql' | 'pantherflow', text: string) {
    const { id } = await searches.start(actor, { language, filters: text, databases: ['panther_logs'] });
    for (;;) {
      const found = await searches.part(actor, { id, component: 'detailsDescending' });
      if (found.status !== 'running') return found;
    }
  }

  return {
    platform,
    ingest,
    async addLogType(name, spec) {
      await schemas.put(actor, { name, spec });
      const source = await logSources.put(actor, {
        label: name.replaceAll('.', ' '),
        providerId: 'custom',
        ingestionType: 'HTTP',
        streamType: 'Lines',
        streamOptions: {},
        logTypes: [name],
        config: { authMethod: 'Bearer', authBearerToken: 'a-token-of-this-test' },
      });
      const rule = {
        id: `Sees.${name}`,
        body,
        severity: 'INFO',
        logTypes: [name],
        enabled: true,
        isNew: true,
      };
      const { errors } = await ask(
        'mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }',
        { input: rule },
        systemActor(new Set(permissions)),
      );
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return { sourceId: source.id };
    },
    async send(sourceId, lines) {
      await platform.buffer.append(
        { sourceId, receivedAt: new Date(), format: { type: 'Lines' } },
        new TextEncoder().encode(lines.join('\n')),
      );
      await ingest.pipeline.idle();
    },
    async rows(language, text) {
      const { status, message, result } = await view(language, text);
      if (result === undefined) throw new Error(`${status}: ${message}`);
      return result.page.rows.map(({ node }) => node);
    },
    async refusal(text) {
      try {
        const { message } = await view('sql', text);
        return message;
      } catch (error) {
        return String(error);
      }
    },
    async close() {
      await ingest.stop();
      await platform.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
