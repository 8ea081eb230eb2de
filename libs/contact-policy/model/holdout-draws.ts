import type { MessagePolicy } from '#libs/content';
import type { Holdout } from './policy.types.js';

/** The name of a draw, its share, and policies of messages that reach its users all the same. */
export interface HoldoutDraw {
  name: string;
  share: number;
  except: readonly MessagePolicy[];
}

/** Policies that a control group leaves alone, unless it says otherwise. */
export const DEFAULT_EXCEPT: readonly MessagePolicy[] = ['service'];

/** The draws of the control groups of an application, for messages of a time. */
export function listHoldoutDraws(appId: number, holdouts: readonly Holdout[], at: Date): HoldoutDraw[] {
  return holdouts.map(({ name, share, period, except = DEFAULT_EXCEPT }) => ({
    name: `holdout ${appId} ${periodOf(period, at)} ${name}`,
    share: Number.parseFloat(share) / 100,
    except: ['exempt', ...except],
  }));
}

function periodOf(period: Holdout['period'], at: Date): string {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return period === 'year'
    ? `${year}`
    : period === 'month'
      ? `${year}-${month + 1}`
      : `${year}-Q${Math.floor(month / 3) + 1}`;
}
