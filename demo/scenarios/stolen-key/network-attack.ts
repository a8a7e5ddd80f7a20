import { hosts } from '../../generators/cast.ts';
import type { Random } from '../../generators/random.ts';
import { minutesAfter, type TimedLine } from '../../generators/timed-line.ts';
import { type Flow, vpcFlowLine } from '../../generators/vpc-flow.ts';
import { attackerAddress } from './cast.ts';

const sweptPorts = [
  21, 25, 80, 111, 135, 139, 389, 443, 445, 636, 873, 1433, 1521, 2049, 2375, 3000, 3306, 3389, 5000, 5601,
];
const transferMinutes = 24;

/** Minutes 60 to 156: a closed door, an open one, a look around, and the way out. */
export function networkAttack(startsAt: Date, random: Random): TimedLine[] {
  const { bastion, billing, database } = hosts;
  const flows: Flow[] = [];
  const add = (minute: number, flow: Omit<Flow, 'at'>) =>
    flows.push({ at: minutesAfter(startsAt, minute), ...flow });
  const toBastion = {
    host: bastion,
    source: attackerAddress,
    destination: bastion.address,
    destinationPort: 22,
  };

  add(60, { ...toBastion, sourcePort: 51_840, packets: 3, bytes: 180, action: 'REJECT' });
  for (let minute = 69; minute < 156; minute += 3) {
    const packets = random.int(120, 900);
    add(minute, { ...toBastion, sourcePort: 51_902, packets, bytes: packets * 96 });
    add(minute, {
      host: bastion,
      source: bastion.address,
      sourcePort: 22,
      destination: attackerAddress,
      destinationPort: 51_902,
      packets,
      bytes: packets * 210,
    });
  }

  for (const [index, port] of sweptPorts.entries()) {
    for (const target of [billing, database]) {
      add(74 + index * 0.25, {
        host: target,
        source: bastion.address,
        sourcePort: random.int(40_000, 60_000),
        destination: target.address,
        destinationPort: port,
        packets: 1,
        bytes: 44,
        action: 'REJECT',
        seconds: 12,
      });
    }
  }
  add(80, {
    host: billing,
    source: bastion.address,
    sourcePort: 40_222,
    destination: billing.address,
    destinationPort: 22,
    packets: 800,
    bytes: 91_000,
  });

  for (let minute = 0; minute < transferMinutes; minute++) {
    const packets = random.int(820_000, 1_150_000);
    add(130 + minute, {
      host: billing,
      source: billing.address,
      sourcePort: 48_812,
      destination: attackerAddress,
      destinationPort: 443,
      packets,
      bytes: packets * 1400,
    });
    add(130 + minute, {
      host: billing,
      source: attackerAddress,
      sourcePort: 443,
      destination: billing.address,
      destinationPort: 48_812,
      packets: Math.round(packets / 2),
      bytes: packets * 26,
    });
  }
  return flows.map(vpcFlowLine);
}
