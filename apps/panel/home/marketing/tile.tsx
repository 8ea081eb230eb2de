import type { ReactNode } from 'react';
import { Help } from '../../kit/controls/help.js';
import css from './tile.module.css';

interface TileProps {
  name: string;
  value: string;
  /** The denominator of the value, or the days that it is of. */
  note: ReactNode;
  help?: string;
}

/** One figure with its name and with what it is a part of. */
export function Tile({ name, value, note, help }: TileProps) {
  return (
    <li className={css['tile']}>
      <p className={css['name']}>
        {name}
        {help !== undefined && <Help of={name}>{help}</Help>}
      </p>
      <p className={css['value']}>{value}</p>
      <p className={css['note']}>{note}</p>
    </li>
  );
}

/** Figures beside each other. */
export function Tiles({ children }: { children: ReactNode }) {
  return <ul className={css['tiles']}>{children}</ul>;
}
