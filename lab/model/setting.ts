import { ASSUMPTIONS, type Assumption, type Guard, GUARDS } from './guards.js';

/** How often each fault or act of the operator may happen on one way through the model. */
export interface Faults {
  /** A process dies. */
  crash: number;
  /** A process does not run, or fails to renew, for longer than its lease. */
  lapse: number;
  /** The answer of the database to a commit or a mark is lost after the change was made. */
  lostCommit: number;
  /** The database refuses to write for a while: 25006, 57014. */
  readOnly: number;
  /**
   * The connection to the provider breaks, so that it is unknown if the message was taken. Or the provider cannot be
   * asked.
   */
  lostAnswer: number;
  /** The provider is busy: the message is not taken and is tried again. */
  busy: number;
  /** The account rests, or the worker is asked to stop: the chunk is given back. */
  rest: number;
  pause: number;
  stop: number;
  /** All faults together, the bound that counts; pause and stop are not in it. */
  total: number;
}

/** One instance of the protocol, small enough to be searched to its end. */
export interface Setting {
  name: string;
  /** Policies for recipients in doubt: push, SMS, e-mail. */
  policy: 'repeat' | 'ask' | 'give-up';
  recipients: number;
  batchSize: number;
  /** The process of each worker. Two workers of one process die and freeze together. */
  processes: readonly number[];
  /** A rate limit: the commit does not carry the next ids in flight. */
  isPaced: boolean;
  /**
   * The recipients are some of a larger chunk, as in the trace of a run. So a batch may be of any size, batches of the others
   * lie between, and a worker may give up before a batch because the database is away.
   */
  isProjected: boolean;
  /** A small transactional send: launched and marked with one statement. */
  isFastPath: boolean;
  /** Attempts after which a recipient is given up. */
  maxAttempts: number;
  /** Messages of one recipient that are counted. More than three break nothing that three do not break. */
  maxCopies: number;
  faults: Faults;
  guards: Readonly<{ [name in Guard]: boolean }>;
  assumptions: Readonly<{ [name in Assumption]: boolean }>;
}

const FAULTS: Faults = {
  crash: 9,
  lapse: 9,
  lostCommit: 9,
  readOnly: 9,
  lostAnswer: 9,
  busy: 9,
  rest: 9,
  pause: 1,
  stop: 1,
  total: 2,
};

function settingOf(change: Partial<Setting> & Pick<Setting, 'name' | 'policy'>): Setting {
  return {
    recipients: 2,
    batchSize: 1,
    processes: [0, 1],
    isPaced: false,
    isProjected: false,
    isFastPath: false,
    maxAttempts: 2,
    maxCopies: 3,
    faults: FAULTS,
    guards: switchAll(GUARDS, true),
    assumptions: switchAll(ASSUMPTIONS, true),
    ...change,
  };
}

const ofThree = { recipients: 3, batchSize: 2 };

/** Every channel's policy with batches of one and two, the other ways into the protocol, and two tasks of one process. */
export const SETTINGS = {
  push: settingOf({ name: 'push', policy: 'repeat' }),
  sms: settingOf({ name: 'SMS', policy: 'ask' }),
  email: settingOf({ name: 'e-mail', policy: 'give-up' }),
  pushOfThree: settingOf({ name: 'push, three recipients', policy: 'repeat', ...ofThree }),
  smsOfThree: settingOf({ name: 'SMS, three recipients', policy: 'ask', ...ofThree }),
  emailOfThree: settingOf({ name: 'e-mail, three recipients', policy: 'give-up', ...ofThree }),
  paced: settingOf({ name: 'SMS with a rate', policy: 'ask', isPaced: true }),
  fastPath: settingOf({ name: 'transactional SMS', policy: 'ask', batchSize: 2, isFastPath: true }),
  fastPathOfOne: settingOf({ name: 'transactional push, batches of one', policy: 'repeat', isFastPath: true }),
  projected: settingOf({ name: 'push, two of a larger chunk', policy: 'repeat', isProjected: true }),
  projectedSms: settingOf({ name: 'SMS, two of a larger chunk', policy: 'ask', isProjected: true }),
  projectedEmail: settingOf({ name: 'e-mail, two of a larger chunk', policy: 'give-up', isProjected: true }),
  oneProcess: settingOf({ name: 'e-mail, two tasks of one process', policy: 'give-up', processes: [0, 0] }),
} as const;

/** A setting with more or fewer faults, or without some guards or assumptions. */
export function changeSetting(
  setting: Setting,
  change: { faults?: Partial<Faults>; out?: readonly (Guard | Assumption)[] },
): Setting {
  const off = switchAll(change.out ?? [], false);
  return {
    ...setting,
    faults: { ...setting.faults, ...change.faults },
    guards: { ...setting.guards, ...off },
    assumptions: { ...setting.assumptions, ...off },
  };
}

function switchAll<N extends string>(
  names: { [name in N]: string } | readonly N[],
  isOn: boolean,
): { [name in N]: boolean } {
  const list: readonly string[] = Array.isArray(names) ? (names as readonly N[]) : Object.keys(names);
  return Object.fromEntries(list.map((name) => [name, isOn])) as { [name in N]: boolean };
}
