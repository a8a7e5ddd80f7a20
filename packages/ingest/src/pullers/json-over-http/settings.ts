import { demandOAuthFields, isOAuthGrant, oauthFields, oauthGrantLabels, oauthGrants } from '@margay/oauth';
import { field, webAddress } from '@margay/settings';
import * as z from 'zod';

const optionalText = () => z.string().trim().optional();

export const paginations = ['none', 'nextUrl', 'link', 'cursor'] as const;

const authentications = ['none', 'header', ...oauthGrants] as const;

export const JsonOverHttpSettings = z
  .object({
    url: field(webAddress(), {
      label: 'Address',
      help: 'What is asked for records, with its fixed parameters.',
      placeholder: 'https://api.example.com/v1/audit-logs?limit=500',
    }),
    // Sources that were saved before there was a choice have a header, or none whose value is empty.
    authentication: field(z.enum(authentications).default('header'), {
      label: 'Authentication',
      optionLabels: { none: 'None', header: 'A secret header', ...oauthGrantLabels },
    }),
    headerName: field(z.string().trim().default('Authorization'), {
      label: 'Name of the secret header',
      help: 'The header that carries the credentials.',
      shownWhen: { field: 'authentication', oneOf: ['header'] },
    }),
    headerValue: field(z.string().optional(), {
      label: 'Value of the secret header',
      help: 'For instance "Bearer …" or an API key. Leave it empty where none is needed.',
      secret: true,
      sentTo: 'url',
      shownWhen: { field: 'authentication', oneOf: ['header'] },
    }),
    ...oauthFields('url'),
    recordsPath: field(optionalText(), {
      label: 'Path of the records',
      help: 'Where the list of records is in the reply, with dots between keys. Empty: the reply is the list.',
      placeholder: 'data.events',
    }),
    pagination: field(z.enum(paginations).default('none'), {
      label: 'Further pages',
      optionLabels: {
        none: 'None: one reply has everything that is new',
        nextUrl: 'The reply holds the address of the next page',
        link: 'The header Link names the next page',
        cursor: 'The reply holds a cursor for the next request',
      },
    }),
    nextPath: field(optionalText(), {
      label: 'Path of the next page',
      help: 'Where the address or the cursor of the next page is in the reply.',
      placeholder: 'meta.next',
      shownWhen: { field: 'pagination', oneOf: ['nextUrl', 'cursor'] },
      required: true,
    }),
    cursorParameter: field(optionalText(), {
      label: 'Parameter of the cursor',
      help: 'The query parameter that carries the cursor.',
      placeholder: 'cursor',
      shownWhen: { field: 'pagination', oneOf: ['cursor'] },
      required: true,
    }),
    startParameter: field(optionalText(), {
      label: 'Parameter of the start',
      help: 'The query parameter for the time from which records are wanted.',
      placeholder: 'since',
    }),
    endParameter: field(optionalText(), {
      label: 'Parameter of the end',
      help: 'The query parameter for the time up to which records are wanted.',
      placeholder: 'until',
    }),
    timeFormat: field(z.enum(['iso', 'seconds', 'milliseconds']).default('iso'), {
      label: 'Times are written as',
      optionLabels: {
        iso: '2026-01-31T12:00:00.000Z',
        seconds: 'Seconds since 1970',
        milliseconds: 'Milliseconds since 1970',
      },
    }),
    lookbackHours: field(z.number().int().min(0).max(720).default(0), {
      label: 'Hours to fetch at first',
      help: 'How far the first request looks back.',
    }),
    delaySeconds: field(z.number().int().min(0).max(86_400).default(60), {
      label: 'Delay in seconds',
      help: 'Records younger than this are left for the next request: the other side may still be writing some.',
    }),
    intervalSeconds: field(z.number().int().min(60).max(86_400).default(60), {
      label: 'Seconds between requests',
      help: 'At least 60.',
    }),
  })
  .superRefine((settings, context) => {
    const demand = (path: keyof typeof settings, message: string) => {
      if (!settings[path]) context.addIssue({ code: 'custom', path: [path], message });
    };
    // Without an end, what comes between two requests would be part of both.
    if (settings.startParameter)
      demand('endParameter', 'A start needs an end: records would come twice without one');
    if (settings.endParameter) demand('startParameter', 'An end needs a start');
    if (isOAuthGrant(settings.authentication)) demandOAuthFields(settings.authentication, demand);
    if (settings.headerValue) demand('headerName', 'This field is required beside a value');
  });
export type JsonOverHttpSettings = z.output<typeof JsonOverHttpSettings>;
