import { Link } from '../kit/controls/link.js';
import { Empty } from '../kit/states/notice.js';
import { paths } from '../navigation/paths.js';
import { useI18n } from '../i18n/i18n.js';
import { useMe } from './session-gate.js';

/** In place of a page or an application that is not there for the member, with the way to one that is. */
export function Missing({ name }: { name: string }) {
  const { w } = useI18n();
  const [first] = useMe().apps;
  return (
    <Empty
      title={w.state.missing}
      help={w.state.missingHelp(name)}
      action={
        first && (
          <Link kind="button" href={paths.home(first.key)}>
            {w.nav.home}
          </Link>
        )
      }
    />
  );
}
