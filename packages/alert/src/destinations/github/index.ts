import { field, requiredText, webAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { outcomeOfMade, outcomeOfSearch, type Made } from '../../deliver/outcome.ts';
import { bearer, headerToken } from '../../requests/authorization.ts';
import { getJson, postJson } from '../../requests/json.ts';
import { createOnce } from '../../requests/once.ts';
import { githubIssue } from './payload.ts';

const Issue = z.object({ number: z.number(), html_url: z.string() });
const Found = z.object({ items: z.array(Issue) });
const madeOf = ({ number, html_url }: z.output<typeof Issue>): Made => ({
  label: `#${number}`,
  url: html_url,
});

/** `owner/repo`; neither part may lead elsewhere in an address. */
const repoPattern = /^(?!\.{1,2}\/)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/;

export const github = defineDestination({
  id: 'github',
  displayName: 'GitHub',
  description: 'Opens an issue in a GitHub repository.',
  docUrl: 'https://docs.github.com/en/rest/issues/issues#create-an-issue',
  settings: z.object({
    repoName: field(
      requiredText().refine((name) => repoPattern.test(name), {
        error: 'Must have the form owner/repository',
      }),
      {
        label: 'Repository Name',
        help: 'Where the issues go, as owner/repository.',
        placeholder: 'acme/security-alerts',
      },
    ),
    apiUrl: field(webAddress().default('https://api.github.com'), {
      label: 'API address',
      help: 'Of a GitHub Enterprise Server: https://<host>/api/v3.',
    }),
    token: field(headerToken(), {
      label: 'Token',
      help: 'A personal access token that may read and write issues of the repository.',
      secret: true,
      sentTo: 'apiUrl',
    }),
  }),
  summary: ({ repoName }) => repoName,
  send(alert, { repoName, apiUrl, token }, context) {
    const { http, clock } = context;
    const api = apiUrl.replace(/\/+$/, '');
    const headers = {
      ...bearer(token),
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    };
    return createOnce(context, {
      // https://docs.github.com/en/rest/search/search#search-issues-and-pull-requests
      async find() {
        const query = new URLSearchParams({
          q: `"${alert.id}" in:body is:issue repo:${repoName}`,
          per_page: '1',
        });
        const reply = await http.request(getJson(`${api}/search/issues?${String(query)}`, headers));
        return outcomeOfSearch(reply, clock(), (body) => {
          const found = Found.safeParse(body).data;
          return found && (found.items[0] === undefined ? null : madeOf(found.items[0]));
        });
      },
      async create() {
        const reply = await http.request(
          postJson(`${api}/repos/${repoName}/issues`, githubIssue(alert), headers),
        );
        return outcomeOfMade(reply, clock(), (body) => {
          const issue = Issue.safeParse(body).data;
          return issue && madeOf(issue);
        });
      },
    });
  },
});
