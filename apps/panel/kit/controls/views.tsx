import css from './views.module.css';
import { Link } from './link.js';

interface ViewsProps {
  label: string;
  current: string;
  views: readonly { id: string; name: string; href: string }[];
}

/** Views of one thing, each with an address of its own. */
export function Views({ label, current, views }: ViewsProps) {
  return (
    <nav className={css['views']} aria-label={label}>
      {views.map(({ id, name, href }) => (
        <Link key={id} href={href} kind="bare" isCurrent={id === current} className={css['view']}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
