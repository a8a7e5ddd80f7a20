import { createElement } from 'react';
import type { ReactNode } from 'react';
import { OpenData, OpenNetwork } from './open-settings.tsx';
import type { SettingGroup } from './queries.ts';
import { TestMail } from './test-mail.tsx';
import { SingleSignOnPart } from './single-sign-on-part.tsx';

/** What a group of settings shows beside its form, by its id: addresses to copy, a button that tries it out. */
export const groupParts: Readonly<Record<string, (group: SettingGroup) => ReactNode>> = {
  data: (group) => createElement(OpenData, { group }),
  network: (group) => createElement(OpenNetwork, { group }),
  mail: (group) => createElement(TestMail, { group }),
  'single-sign-on': (group) => createElement(SingleSignOnPart, { group }),
};
