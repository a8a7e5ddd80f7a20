import {
  demandOAuthFields,
  isOAuthGrant,
  oauthFields,
  oauthGrantLabels,
  oauthGrants,
  tokenGrantOf,
} from '@margay/oauth';
import { field, webhookAddress } from '@margay/settings';
import * as z from 'zod';
import { defineDestination } from '../../contract.ts';
import { headerTable } from '../../requests/header-table.ts';
import { postToWebhook } from '../../requests/webhook.ts';

export const customWebhook = defineDestination({
  id: 'customwebhook',
  displayName: 'Custom Webhook',
  description: 'Posts the alert as JSON to a URL of yours.',
  settings: z
    .object({
      webhookURL: field(webhookAddress(), {
        label: 'Custom Webhook URL',
        help: 'Receives a POST request with the alert as JSON.',
        placeholder: 'https://example.com/hooks/alerts',
        secret: true,
      }),
      headers: field(headerTable().default({}), {
        label: 'Custom headers',
        help: 'Sent with each request, for instance an authorization header. Values are kept secret.',
        kind: 'keyvalue',
        secret: true,
        sentTo: 'webhookURL',
      }),
      authentication: field(z.enum(['none', ...oauthGrants]).default('none'), {
        label: 'Authentication',
        help: 'An access token goes into the header Authorization, in place of a custom one.',
        optionLabels: { none: 'None but the custom headers', ...oauthGrantLabels },
      }),
      ...oauthFields('webhookURL'),
    })
    .superRefine((settings, context) => {
      if (!isOAuthGrant(settings.authentication)) return;
      demandOAuthFields(settings.authentication, (path, message) => {
        if (!settings[path]) context.addIssue({ code: 'custom', path: [path], message });
      });
    }),
  access: (settings) =>
    isOAuthGrant(settings.authentication)
      ? { address: settings.webhookURL, grant: tokenGrantOf(settings.authentication, settings) }
      : undefined,
  send(alert, settings, context) {
    const { webhookURL, headers } = settings;
    return postToWebhook(alert, { url: webhookURL, headers }, context);
  },
});
