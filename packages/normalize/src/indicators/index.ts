import type { IndicatorName } from '@margay/schema';
import { actorIdIndicator } from './actor-id.ts';
import { awsAccountIdIndicator } from './aws-account-id.ts';
import { awsArnIndicator } from './aws-arn.ts';
import { awsArnOnlyIndicator } from './aws-arn-only.ts';
import { awsInstanceIdIndicator } from './aws-instance-id.ts';
import { awsTagIndicator } from './aws-tag.ts';
import { domainIndicator } from './domain.ts';
import { emailIndicator } from './email.ts';
import { hostnameIndicator } from './hostname.ts';
import { ipIndicator } from './ip.ts';
import { macIndicator } from './mac.ts';
import { md5Indicator } from './md5.ts';
import { netAddrIndicator } from './net-addr.ts';
import { serialNumberIndicator } from './serial-number.ts';
import { sha1Indicator } from './sha1.ts';
import { sha256Indicator } from './sha256.ts';
import { traceIdIndicator } from './trace-id.ts';
import { urlIndicator } from './url.ts';
import { usernameIndicator } from './username.ts';
import type { Indicator } from './indicator.ts';

/** Every indicator of the schema language, by its name there. */
export const indicators: Record<IndicatorName, Indicator> = {
  actor_id: actorIdIndicator,
  aws_account_id: awsAccountIdIndicator,
  aws_arn: awsArnIndicator,
  aws_arn_only: awsArnOnlyIndicator,
  aws_instance_id: awsInstanceIdIndicator,
  aws_tag: awsTagIndicator,
  domain: domainIndicator,
  email: emailIndicator,
  hostname: hostnameIndicator,
  ip: ipIndicator,
  mac: macIndicator,
  md5: md5Indicator,
  net_addr: netAddrIndicator,
  serial_number: serialNumberIndicator,
  sha1: sha1Indicator,
  sha256: sha256Indicator,
  trace_id: traceIdIndicator,
  url: urlIndicator,
  username: usernameIndicator,
};
