import { Badge } from './badge.tsx';
import { IconAlertTriangle, IconCheck, IconMinus, IconX } from '../icons.ts';

export type Health = 'healthy' | 'warning' | 'unhealthy' | 'no-data' | 'pending';

const looks = {
  healthy: { label: 'Healthy', tone: 'success', icon: IconCheck },
  warning: { label: 'Warning', tone: 'warning', icon: IconAlertTriangle },
  unhealthy: { label: 'Unhealthy', tone: 'danger', icon: IconX },
  'no-data': { label: 'No data', tone: 'warning', icon: IconAlertTriangle },
  pending: { label: 'Pending', tone: 'neutral', icon: IconMinus },
} as const;

/** Health of a source or destination, always icon and word. */
export function HealthBadge({ health, label }: { health: Health; label?: string }) {
  const look = looks[health];
  const HealthIcon = look.icon;
  return (
    <Badge tone={look.tone} icon={<HealthIcon size={12} stroke={2} aria-hidden />}>
      {label ?? look.label}
    </Badge>
  );
}
