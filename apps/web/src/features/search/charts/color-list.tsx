import { useMenuAt } from '../../../ui/overlays/menu-at.tsx';
import { Swatch } from '../../../ui/chart/legend.tsx';
import { seriesToken } from '../../../ui/chart/series.ts';
import { FieldGroup } from '../../../ui/inputs/field.tsx';
import type { ChartSettings } from './chart.ts';
import type { ChartData } from './chart-data.ts';
import styles from './charts.module.css';
import { paletteOf } from './colors.ts';

/** As many groups get a colour of their own. */
const colorCount = 10;

/** The groups with their colours; each opens the palette. */
export function ColorList(props: {
  data: ChartData;
  settings: ChartSettings;
  onChange: (colors: string[]) => void;
}) {
  const { data, settings, onChange } = props;
  const { colors } = settings;
  const menu = useMenuAt();
  const names =
    settings.type === 'pie' && data.series.length === 1
      ? data.categories
      : data.series.map((series) => series.name);
  const usual = names === data.categories ? [] : data.series.map((series) => series.color);
  const groups = names.slice(0, colorCount);
  function choose(rank: number, color: string) {
    onChange(groups.map((_, place) => (place === rank ? color : (colors[place] ?? ''))));
  }
  return (
    <FieldGroup label="Colours">
      <div className={styles.colors}>
        {groups.map((name, rank) => (
          <button
            key={name}
            type="button"
            className={styles.color}
            aria-haspopup="menu"
            aria-label={`Colour of ${name}`}
            onClick={(event) =>
              menu.open(event.currentTarget, `Colour of ${name}`, [
                ...paletteOf(event.currentTarget).map((entry) => ({
                  label: entry.name,
                  icon: <Swatch color={entry.token} />,
                  selected: (colors[rank] || '') === entry.hex,
                  onSelect: () => choose(rank, entry.hex),
                })),
                { kind: 'line' as const },
                { label: 'Usual colour', onSelect: () => choose(rank, '') },
              ])
            }
          >
            <Swatch color={colors[rank] || usual[rank] || seriesToken(rank)} />
            <span className={styles.colorName}>{name}</span>
          </button>
        ))}
      </div>
      {menu.layer}
    </FieldGroup>
  );
}
