import { useRef } from 'react';
import styles from './account.module.css';

const digits = [0, 1, 2, 3, 4, 5];

/** Six boxes for six digits; all six can be pasted at once. `onComplete` runs when the last one is in. */
export function CodeInput({
  value,
  onChange,
  onComplete,
}: {
  value: string;
  onChange: (value: string) => void;
  onComplete?: (value: string) => void;
}) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  function change(next: string, focusAt: number) {
    const clean = next.replaceAll(/\D/g, '').slice(0, digits.length);
    onChange(clean);
    boxes.current[Math.min(focusAt, clean.length, digits.length - 1)]?.focus();
    if (clean.length === digits.length && clean !== value) onComplete?.(clean);
  }
  return (
    <div>
      <div className={styles.code} role="group" aria-label="Six-digit code">
        {digits.flatMap((index) => [
          index === 3 && (
            <span key="dash" aria-hidden>
              –
            </span>
          ),
          <input
            key={index}
            ref={(element) => {
              boxes.current[index] = element;
            }}
            className={styles.digit}
            inputMode="numeric"
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${index + 1}`}
            autoFocus={index === 0}
            value={value[index] ?? ''}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              const typed = event.target.value.replaceAll(/\D/g, '');
              if (typed.length > 1) change(value.slice(0, index) + typed, index + typed.length);
              else if (typed) change(value.slice(0, index) + typed + value.slice(index + 1), index + 1);
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowLeft') boxes.current[index - 1]?.focus();
              else if (event.key === 'ArrowRight') boxes.current[index + 1]?.focus();
              else if (event.key === 'Backspace') {
                event.preventDefault();
                const at = value[index] ? index : index - 1;
                if (at >= 0) change(value.slice(0, at) + value.slice(at + 1), at);
              }
            }}
            onPaste={(event) => {
              event.preventDefault();
              const pasted = event.clipboardData.getData('text').replaceAll(/\D/g, '');
              change(value.slice(0, index) + pasted, index + pasted.length);
            }}
          />,
        ])}
      </div>
      <p className={styles.hint}>You can paste all six at once. A code is good for 30 seconds.</p>
    </div>
  );
}
