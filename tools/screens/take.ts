import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signIn, startTestBrowser } from '../../e2e/support/browser.ts';
import { startTestServer, type TestServer } from '../../e2e/support/server.ts';
import { buildWeb } from '../build/web.ts';

/**
 * `npm run screens`: pictures of every screen on the demo story, dark and light, wide and on a phone, in `docs/screens`;
 * `npm run screens -- search …` of some.
 */
const folder = join(resolve(dirname(fileURLToPath(import.meta.url)), '..', '..'), 'docs', 'screens');
const wanted = process.argv.slice(2);
const settleMs = 1_500;
const flowText = `// who touches logging and keys, hour by hour
let watched = ['StopLogging', 'DeleteTrail', 'CreateAccessKey', 'AttachUserPolicy'];
union panther_logs.public.aws_cloudtrail, panther_logs.public.okta_systemlog
| where p_event_time > time.ago(7d)
| where eventName in watched or strings.starts_with(eventType, 'user.mfa')
| summarize events = agg.count() by hour = time.trunc('hour', p_event_time), p_log_type
| sort hour asc`;

const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

interface Screen {
  name: string;
  path: string;
  onPhone?: boolean;
  /** Words that are there once it has everything it shows. */
  until?: RegExp;
}

async function screensOf(server: TestServer): Promise<Screen[]> {
  const { alerts, sources } = await server.graphql<{
    alerts: { edges: { node: { id: string; title: string } }[] };
    sources: { integrationId: string; integrationLabel: string }[];
  }>(
    '{ alerts(input: { pageSize: 50 }) { edges { node { id title } } } sources { integrationId integrationLabel } }',
  );
  const alert = alerts.edges.find(({ node }) => node.title.includes('many secrets'))?.node.id ?? '';
  const source =
    sources.find(({ integrationLabel }) => integrationLabel.includes('CloudTrail'))?.integrationId ?? '';
  const rule = '/build/detections/rules/AWS.CloudTrail.SecretsReadBurst/';
  return [
    { name: 'alerts', path: '/alerts-and-errors/?status[]=OPEN&status[]=TRIAGED', onPhone: true },
    { name: 'alert-details', path: `/alerts-and-errors/${alert}/`, onPhone: true },
    { name: 'alert-events', path: `/alerts-and-errors/${alert}/events/` },
    { name: 'no-results', path: '/alerts-and-errors/?status[]=CLOSED' },
    {
      name: 'search',
      path: '/investigate/search/?q=203.0.113.66&timeFrame=Last24Hours',
      onPhone: true,
      until: /rows? loaded/,
    },
    {
      name: 'search-pantherflow',
      path: `/investigate/search/?usePantherFlow=true&pantherFlowInput=${encodeURIComponent(flowText)}`,
      onPhone: true,
      until: /rows? loaded/,
    },
    { name: 'saved-searches', path: '/investigate/saved-searches/' },
    { name: 'search-history', path: '/investigate/search-history/', onPhone: true },
    { name: 'detections', path: '/build/detections/', onPhone: true },
    { name: 'rule', path: rule },
    { name: 'rule-editor', path: `${rule}edit/` },
    { name: 'new-simple-detection', path: '/build/detections/new/?isSimpleDetection=true' },
    { name: 'policies', path: '/build/detections/policies/' },
    { name: 'data-models', path: '/build/data-models/' },
    { name: 'helpers', path: '/build/helpers/' },
    { name: 'profiler', path: '/build/profiler/', onPhone: true },
    { name: 'log-sources', path: '/configure/log-sources/', onPhone: true },
    { name: 'log-source', path: `/configure/log-sources/${source}/` },
    { name: 'source-picker', path: '/configure/log-sources/add-new-source/' },
    { name: 'destinations', path: '/configure/destinations/' },
    { name: 'schemas', path: '/configure/schemas/' },
    { name: 'schema', path: '/configure/schemas/AWS.CloudTrail/' },
    { name: 'not-found', path: '/nowhere/' },
  ];
}

await mkdir(folder, { recursive: true });
await buildWeb();
const server = await startTestServer({ args: ['--demo'] });
const browser = await startTestBrowser();
try {
  const screens = await screensOf(server);
  for (const theme of ['dark', 'light'] as const) {
    for (const width of [1600, 430]) {
      const page = await browser.open({ theme, width, height: width === 430 ? 932 : 1000 });
      const suffix = width === 430 ? `phone.${theme}` : theme;
      await page.goto(`${server.url}/sign-in/`);
      await page.waitForTimeout(settleMs);
      if (isWanted('sign-in')) await page.screenshot({ path: join(folder, `sign-in.${suffix}.png`) });
      await signIn(page, server);
      for (const screen of screens.filter((candidate) => width > 430 || candidate.onPhone === true)) {
        if (!isWanted(screen.name)) continue;
        await page.goto(`${server.url}${screen.path}`);
        if (screen.until) await page.getByText(screen.until).waitFor();
        await page.waitForTimeout(settleMs);
        await page.screenshot({ path: join(folder, `${screen.name}.${suffix}.png`) });
        console.log(`${screen.name}.${suffix}`);
      }
      await page.close();
    }
  }
  for (const error of browser.errors()) console.error(error);
} finally {
  await browser.close();
  await server.stop();
}
