import type { DeliveredAlert } from '@margay/model';
import { field } from '@margay/settings';
import * as z from 'zod';
import { defineDestination, type SendContext } from '../../contract.ts';
import { cutText } from '../../dedup/texts.ts';
import { outcomeOfMade, outcomeOfSearch, type DeliveryOutcome, type Made } from '../../deliver/outcome.ts';
import { longText } from '../../document/alert-document.ts';
import { deliveredTitle } from '../../document/title.ts';
import { bearer, headerToken } from '../../requests/authorization.ts';
import { getJson, postJson } from '../../requests/json.ts';
import { createOnce } from '../../requests/once.ts';

// https://developers.asana.com/reference/createtask and /gettasks
const api = 'https://app.asana.com/api/1.0';
const titleLimit = 500;
/** Well within what Asana takes; tasks are read back when an attempt is repeated. */
const notesLimit = 20_000;
/** Tasks of one page of the search, and pages: of the project's tasks that changed since the alert. */
const pageSize = 10;
const mostPages = 20;

const gids = () =>
  z
    .array(z.string().trim().regex(/^\d+$/, { error: 'Must be the digits of a project, from its address' }))
    .min(1, { error: 'Name at least one project' });

const Task = z.object({ gid: z.string(), permalink_url: z.string().optional() });
const Created = z.object({ data: Task });
const Page = z.object({
  data: z.array(Task.extend({ notes: z.string().nullish() })),
  next_page: z.object({ offset: z.string() }).nullish(),
});
const madeOf = ({ gid, permalink_url }: z.output<typeof Task>): Made => ({ label: gid, url: permalink_url });

export const asana = defineDestination({
  id: 'asana',
  displayName: 'Asana',
  description: 'Creates a task in Asana projects.',
  docUrl: 'https://developers.asana.com/reference/createtask',
  settings: z.object({
    personalAccessToken: field(headerToken(), {
      label: 'Access Token',
      help: 'A personal access token of an account that may add tasks to the projects.',
      secret: true,
    }),
    projectGids: field(gids(), {
      label: 'Project GIDs',
      help: 'The number in the address of each project: app.asana.com/0/<number>/list.',
    }),
  }),
  summary: ({ projectGids }) => projectGids.join(', '),
  send(alert, { personalAccessToken, projectGids }, context) {
    const headers = bearer(personalAccessToken);
    const [project = ''] = projectGids;
    return createOnce(context, {
      find: () => findTask(alert, { project, headers }, context),
      async create() {
        const reply = await context.http.request(
          postJson(`${api}/tasks`, { data: taskOf(alert, projectGids) }, headers),
        );
        return outcomeOfMade(reply, context.clock(), (body) => {
          const created = Created.safeParse(body).data;
          return created && madeOf(created.data);
        });
      },
    });
  },
});

const taskOf = (alert: DeliveredAlert, projects: readonly string[]) => ({
  name: cutText(deliveredTitle(alert), titleLimit),
  projects,
  notes: cutText(longText(alert), notesLimit),
});

/** Asana's search is for paying workspaces only, so the project's tasks since the alert are looked through: notes name the alert. */
async function findTask(
  alert: DeliveredAlert,
  { project, headers }: { project: string; headers: Record<string, string> },
  { http, clock }: SendContext,
): Promise<DeliveryOutcome | undefined> {
  let offset: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const query = new URLSearchParams({
      project,
      modified_since: alert.createdAt.toISOString(),
      opt_fields: 'notes,permalink_url',
      limit: String(pageSize),
      ...(offset === undefined ? {} : { offset }),
    });
    const reply = await http.request(getJson(`${api}/tasks?${String(query)}`, headers));
    const outcome = outcomeOfSearch(reply, clock(), (body) => {
      const read = Page.safeParse(body).data;
      offset = read?.next_page?.offset;
      const task = read?.data.find(({ notes }) => notes?.includes(alert.id) === true);
      return read && (task === undefined ? null : madeOf(task));
    });
    if (outcome !== undefined || offset === undefined) return outcome;
  }
  return undefined;
}
