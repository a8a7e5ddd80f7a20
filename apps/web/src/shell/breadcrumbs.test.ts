import { describe, expect, it } from 'vitest';
import { crumbsOf } from './breadcrumbs.ts';

const labels = (path: string) => crumbsOf(path).map((crumb) => crumb.label);

describe('breadcrumbs', () => {
  it('[000-2.126] makes a crumb of each segment that is no UUID, linking to the path up to it', () => {
    expect(crumbsOf('/configure/log-sources/5e0c2f4a-91b7-4d00-8000-000000000001/edit/')).toEqual([
      { label: 'Configure', path: '/configure/' },
      { label: 'Log Sources', path: '/configure/log-sources/' },
      { label: 'Edit', path: '/configure/log-sources/5e0c2f4a-91b7-4d00-8000-000000000001/edit/' },
    ]);
  });

  it('[000-2.127] [000-2.128] has fixed labels', () => {
    expect(labels('/configure/log-sources/add-new-source/aws-s3/').at(-1)).toBe('AWS S3');
    expect(labels('/settings/api/tokens/')).toEqual(['Settings', 'API', 'Tokens']);
    expect(labels('/dashboard/mitre-attack/').at(-1)).toBe('MITRE ATT&CK');
  });

  it('[000-2.129] [000-2.130] [000-2.131] turns dashes, underscores and "and" into words', () => {
    expect(labels('/alerts-and-errors/')).toEqual(['Alerts & Errors']);
    expect(labels('/my_test-page/')).toEqual(['My Test Page']);
  });

  it('[000-2.132] shortens segments that look like log types', () => {
    expect(labels('/build/AWS.VPCFlow/').at(-1)).toBe('VPC Flow');
    expect(labels('/build/Okta.SystemLog/').at(-1)).toBe('SystemLog');
  });

  it('shows the ids of content as they are', () => {
    expect(labels('/build/detections/rules/AWS.CloudTrail.TrailTampered/edit/')).toEqual([
      'Build',
      'Detections',
      'Rules',
      'AWS.CloudTrail.TrailTampered',
      'Edit',
    ]);
    expect(labels('/build/helpers/my_helper/').at(-1)).toBe('my_helper');
    expect(labels('/build/helpers/new/').at(-1)).toBe('New');
    expect(labels('/configure/destinations/new/customwebhook/').at(-1)).toBe('Custom Webhook');
  });

  it('names cloud resources', () => {
    expect(labels('/investigate/resources/arn%3Aaws%3Aiam%3A%3A1%3Arole%2Fops-admin/')).toEqual([
      'Investigate',
      'Cloud Resources',
      'role/ops-admin',
    ]);
  });

  it('shows a broken escape as it is', () => {
    expect(labels('/build/100%/')).toEqual(['Build', '100%']);
  });
});
