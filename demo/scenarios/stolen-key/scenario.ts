import { cloudTrailNoise } from '../../generators/cloudtrail-noise.ts';
import { gitHubNoise } from '../../generators/github.ts';
import { oktaNoise } from '../../generators/okta-noise.ts';
import { createRandom } from '../../generators/random.ts';
import { mergeLines, minutesAfter } from '../../generators/timed-line.ts';
import { vpcFlowHeader, vpcFlowNoise } from '../../generators/vpc-flow.ts';
import type { Scenario, Story, StoryOptions } from '../../story.ts';
import { cloudAttack } from './cloud-attack.ts';
import { gitHubAttack } from './github-attack.ts';
import { networkAttack } from './network-attack.ts';
import { oktaAttack } from './okta-attack.ts';
import { ordinaryOddities } from './oddities.ts';

const dayHours = 24;
/** From the phished sign-in to the end of the story. */
const attackMinutes = 180;
const shares = { cloudTrail: 0.42, vpcFlow: 0.34, okta: 0.12, gitHub: 0.12 };

function buildStory({ endsAt, seed, noisePerHour }: StoryOptions): Story {
  const random = createRandom(seed);
  const startsAt = minutesAfter(endsAt, -dayHours * 60);
  const attackStartsAt = minutesAfter(endsAt, -attackMinutes);
  const span = { startsAt, endsAt };
  const noise = (share: number) => Math.round(noisePerHour * dayHours * share);
  const oddities = ordinaryOddities(attackStartsAt, random.fork('oddities'));
  return {
    scenarioId: 'stolen-key',
    startsAt,
    attackStartsAt,
    endsAt,
    sources: [
      {
        id: 'okta',
        label: 'Okta (demo)',
        logTypes: ['Okta.SystemLog'],
        streamType: 'Lines',
        headerLineCount: 0,
        lines: mergeLines(
          oktaNoise(noise(shares.okta), span, random.fork('okta')),
          oddities.okta,
          oktaAttack(attackStartsAt, random.fork('okta attack')),
        ),
      },
      {
        id: 'github',
        label: 'GitHub (demo)',
        logTypes: ['GitHub.Audit'],
        streamType: 'Lines',
        headerLineCount: 0,
        lines: mergeLines(
          gitHubNoise(noise(shares.gitHub), span, random.fork('github')),
          oddities.gitHub,
          gitHubAttack(attackStartsAt, random.fork('github attack')),
        ),
      },
      {
        id: 'cloudtrail',
        label: 'AWS CloudTrail (demo)',
        logTypes: ['AWS.CloudTrail'],
        streamType: 'Lines',
        headerLineCount: 0,
        lines: mergeLines(
          cloudTrailNoise(noise(shares.cloudTrail), span, random.fork('cloudtrail')),
          oddities.cloudTrail,
          cloudAttack(attackStartsAt, random.fork('cloudtrail attack')),
        ),
      },
      {
        id: 'vpcflow',
        label: 'AWS VPC flow (demo)',
        logTypes: ['AWS.VPCFlow'],
        streamType: 'Lines',
        headerLineCount: 1,
        lines: [
          vpcFlowHeader,
          ...mergeLines(
            vpcFlowNoise(noise(shares.vpcFlow), span, random.fork('vpcflow')),
            networkAttack(attackStartsAt, random.fork('vpcflow attack')),
          ),
        ],
      },
    ],
  };
}

export const scenario: Scenario = {
  id: 'stolen-key',
  title: 'The stolen key',
  summary:
    'A phished sign-in opens the code, the code holds a cloud key, and the key opens the cloud: four sources, one address, three hours.',
  buildStory,
};
