import { passwordMinLength } from '@margay/auth';
import { tableLimits } from '@margay/normalize/enrich';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { version } from '../../version.ts';
import { organizationAccess } from './access.ts';
import type { SignInPolicy } from './service.ts';

interface AppConfig {
  accountId: string;
}

export function organizationTypes({ builder }: GraphqlParts) {
  const Timezone = builder.enumType('TimezoneEnum', { values: ['Local', 'UTC'] as const });
  const DataLakeType = builder.enumType('DataLakeType', {
    values: ['REDSHIFT', 'SNOWFLAKE_MANAGED', 'CONNECTED', 'SELF_HOSTED'] as const,
  });
  const Flag = builder.objectRef<{ flag: string; treatment: string }>('FeatureFlag').implement({
    auth: 'with-parent',
    fields: (t) => ({ flag: t.exposeString('flag'), treatment: t.exposeString('treatment') }),
  });
  const Settings = builder.objectRef<{ timezone: 'Local' | 'UTC' }>('UniversalSettings').implement({
    auth: organizationAccess.read,
    fields: (t) => ({ timezone: t.expose('timezone', { type: Timezone }) }),
  });
  const AppConfigType = builder.objectRef<AppConfig>('AppConfig').implement({
    description: 'What the console reads once after sign-in.',
    auth: organizationAccess.read,
    fields: (t) => ({
      accountId: t.exposeString('accountId'),
      awsPartition: t.string({ resolve: () => 'aws' }),
      datadogRumEnabled: t.boolean({ resolve: () => false }),
      pantherCommit: t.string({ resolve: () => version }),
      pantherVersion: t.string({ resolve: () => version }),
      pantherDataLakeType: t.field({ type: DataLakeType, resolve: () => 'SELF_HOSTED' as const }),
      databaseApi: t.string({ resolve: () => 'clickhouse' }),
      enableDatalakeRbac: t.boolean({
        resolve: (_config, _args, { services }) => services.organization.hasDataLakeAccessControl(),
      }),
      maxLookupTableCompressedSizeInMb: t.int({ resolve: () => tableLimits.uploadMegabytes }),
      enableClassyDetections: t.boolean({ resolve: () => false }),
      enableDataExplorerTruncation: t.boolean({ resolve: () => false }),
      enableReplays: t.boolean({ resolve: () => false }),
      enableReports: t.boolean({ resolve: () => false }),
      enableDetectionFilters: t.boolean({ resolve: () => false }),
      enableExperimentalCrowdstrikeParsing: t.boolean({ resolve: () => false }),
      refreshTokenHours: t.int({
        resolve: async (_config, _args, { services }) =>
          (await services.organization.signInSettings()).sessionHours,
      }),
      passwordMinLength: t.int({ resolve: () => passwordMinLength }),
      featureFlags: t.field({
        type: [Flag],
        resolve: (_config, _args, { services }) =>
          Object.entries(services.organization.featureFlags).map(([flag, isOn]) => ({
            flag,
            treatment: isOn ? 'on' : 'off',
          })),
      }),
    }),
  });
  builder.queryFields((t) => ({
    appConfig: t.field({
      type: AppConfigType,
      auth: organizationAccess.read,
      resolve: async (_root, _args, { services }) => ({
        accountId: await services.organization.installationId(),
      }),
    }),
    universalSettings: t.field({
      type: Settings,
      auth: organizationAccess.read,
      resolve: (_root, _args, { services }) => services.organization.universalSettings(),
    }),
  }));
  const Policy = builder.objectRef<SignInPolicy>('SignInPolicy').implement({
    auth: 'with-parent',
    fields: (t) => ({ requireSecondFactor: t.exposeBoolean('requireSecondFactor') }),
  });
  builder.queryFields((t) => ({
    signInPolicy: t.field({
      type: Policy,
      auth: organizationAccess.readSignInPolicy,
      resolve: (_root, _args, { services }) => services.organization.signInPolicy(),
    }),
  }));
  const PolicyInput = builder.inputType('SignInPolicyInput', {
    fields: (t) => ({ requireSecondFactor: t.boolean({ required: true }) }),
  });
  builder.mutationFields((t) => ({
    updateSignInPolicy: t.field({
      type: Policy,
      auth: organizationAccess.modify,
      args: { input: t.arg({ type: PolicyInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.organization.setSignInPolicy(actorOf(context), input),
    }),
  }));
  const Input = builder.inputType('UniversalSettingsInput', {
    fields: (t) => ({ timezone: t.field({ type: Timezone, required: true }) }),
  });
  builder.mutationFields((t) => ({
    updateUniversalSettings: t.field({
      type: Settings,
      auth: organizationAccess.modify,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.organization.setUniversalSettings(actorOf(context), input),
    }),
  }));
}
