import { checkPassword } from '../../lib/password-rules.ts';
import { IconCheck, IconMinus } from '../icons.ts';
import styles from './password-strength.module.css';

/** Bars of strength are one fewer than the checks: the length alone is the first bar's half. */
const bars = 4;

/** How much of the rules a new password meets, as it is typed. */
export function PasswordStrength({ password, minLength }: { password: string; minLength: number }) {
  const checks = checkPassword(password, minLength);
  const met = checks.filter((check) => check.isMet).length;
  const lit = Math.floor((met / checks.length) * bars);
  return (
    <div>
      <div
        className={styles.strength}
        role="meter"
        aria-label="Password strength"
        aria-valuenow={met}
        aria-valuemin={0}
        aria-valuemax={checks.length}
      >
        {Array.from({ length: bars }, (_entry, index) => (
          <span key={index} data-on={index < lit || undefined} />
        ))}
      </div>
      <ul className={styles.checks} aria-label="Password rules">
        {checks.map((check) => (
          <li key={check.id} data-met={check.isMet || undefined}>
            {check.isMet ? (
              <IconCheck size={12} stroke={2} aria-label="met:" />
            ) : (
              <IconMinus size={12} stroke={2} aria-label="not met:" />
            )}
            {check.label}
          </li>
        ))}
      </ul>
    </div>
  );
}
