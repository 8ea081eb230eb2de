import { newKey } from '../../api/idempotency/new-key.js';
import type { DraftContent, DraftState, StoredDraft } from '../../api/compose/drafts.js';
import { Refusal } from '../../api/refusals/refusal.js';
import type { DraftCopy, PendingSave } from './copy.js';
import { FirstSave } from './first-save.js';
import { contentOf, formOf, isSameForm, isUntouched, type Form, type FormKind } from './form.js';

/** After the last key. */
const PAUSE_MS = 1000;
/** Between tries while the server does not answer; the last one stays. */
const RETRY_MS = [2000, 4000, 8000, 15_000, 30_000];

/** The server, and what this browser keeps until the server has it. */
export interface DraftPlaces<F extends Form> {
  create: (content: DraftContent, key: string) => Promise<DraftState>;
  save: (draft: { id: string; version: number }, content: DraftContent, key: string) => Promise<DraftState>;
  read: (id: string) => Promise<StoredDraft>;
  remember: (id: string | undefined, copy: DraftCopy<F>) => void;
  forget: (id: string | undefined) => void;
  /** The server has a draft that it did not have before. The page answers with `named` once its address says so. */
  reportCreated: (id: string) => void;
}

/** A version that another page saved. Its form is undefined where this build cannot show it. */
export type Theirs<F extends Form> = Pick<DraftState, 'version' | 'changedBy' | 'changedAt'> & { form: F | undefined };

/**
 * The state that the page shows.
 *
 * @property state    `untouched`: nothing to save yet
 * @property saved    the newest known save, by any member
 * @property problem  why it is not saved
 * @property isNewer  another member's version was taken, because nothing was changed here
 * @property theirs   another version is there, and lacks the text that was typed here
 * @property ended    nothing is saved any more; `hasOwn`: the server lacks text that was typed here
 */
export interface DraftView<F extends Form> {
  id: string | undefined;
  form: F;
  state: 'untouched' | 'saved' | 'saving' | 'failed';
  saved: Pick<DraftState, 'changedBy' | 'changedAt'> | undefined;
  problem: Refusal | undefined;
  isNewer: boolean;
  theirs: Theirs<F> | undefined;
  ended: { as: 'deleted' | 'strange' } | { as: 'launched'; key: string; by: string; hasOwn: boolean } | undefined;
}

/**
 * The initial state of a page.
 *
 * @property form    where neither the server nor this browser has one
 * @property stored  as the server has it; undefined: it has none
 * @property copy    the copy that this browser kept
 * @property lost    the draft that the copy is of, and that the server does not have any more
 */
export interface Opening<F extends Form> {
  form: F;
  stored: StoredDraft | undefined;
  copy: DraftCopy<F> | undefined;
  lost: string | undefined;
}

/**
 * Saves a draft by itself: a pause after the last change, one save at a time, each based on the version before. What was
 * typed stays in the browser until the server has it, and another one's version is never overwritten unasked.
 */
export class DraftSaver<F extends Form> {
  private view: DraftView<F>;
  private version = 0;
  private base: F | null = null;
  private pending: PendingSave<F> | null = null;
  private readonly first: FirstSave<F>;
  private flight: Promise<void> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private readonly listeners = new Set<() => void>();
  private isStopped = false;
  private isLaunching = false;
  /** Counts up when answers to earlier looks are outdated. */
  private looks = 0;

  constructor(
    private readonly places: DraftPlaces<F>,
    private readonly kind: FormKind<F>,
    opening: Opening<F>,
  ) {
    const { form, stored, copy, lost } = opening;
    this.first = new FirstSave(() => places.forget(undefined));
    this.view = {
      id: stored?.id ?? lost,
      form: copy?.form ?? form,
      state: stored || copy ? 'saved' : 'untouched',
      saved: stored,
      problem: undefined,
      isNewer: false,
      theirs: undefined,
      ended: lost === undefined ? undefined : { as: 'deleted' },
    };
    this.version = copy?.version ?? stored?.version ?? 0;
    this.base = copy ? copy.base : stored ? form : null;
    this.pending = copy?.pending ?? null;
    if (stored) {
      this.meet(stored);
    }
    if (this.isDirty && !this.isHeld) {
      this.show({ state: 'saving' });
    }
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly see = (): DraftView<F> => this.view;

  /** Takes the typed form. */
  change(form: F): void {
    this.show({ form, isNewer: false });
    if (this.isDirty) {
      this.remember();
      this.show({ state: this.view.state === 'failed' ? 'failed' : 'saving' });
      this.schedule(PAUSE_MS);
    } else {
      clearTimeout(this.timer);
      this.places.forget(this.view.id);
      this.show({ state: this.base === null ? 'untouched' : 'saved', problem: undefined });
    }
  }

  /** Saves unsaved changes now. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isDirty) {
      this.flight ??= this.run().finally(() => {
        this.flight = undefined;
      });
    }
    await this.flight;
  }

  /** Saves everything, and returns the saved version. */
  private async settle(): Promise<{ id: string; version: number }> {
    await this.flush();
    await this.flush();
    const { id, problem } = this.view;
    if (id === undefined || this.isDirty) {
      throw problem ?? new Refusal(0, null, []);
    }
    return { id, version: this.version };
  }

  /**
   * Saves everything, and launches it as that version. Looks wait until the launch has ended: otherwise another page
   * would seem to have launched the draft.
   *
   * @throws {Refusal} where it cannot be saved, and what `send` throws
   */
  async launch<T>(send: (draft: { id: string; version: number }) => Promise<T>): Promise<T> {
    this.isLaunching = true;
    this.looks += 1;
    try {
      return await send(await this.settle());
    } finally {
      this.isLaunching = false;
    }
  }

  /** Asks whether another page saved. */
  async look(): Promise<void> {
    const { id } = this.view;
    const { version, looks } = this;
    if (id === undefined || this.flight !== undefined || this.isHeld || this.isStopped || this.isLaunching) {
      return;
    }
    const isNews = (): boolean =>
      this.version === version && this.flight === undefined && this.view.id === id && this.looks === looks;
    try {
      const stored = await this.places.read(id);
      if (isNews()) {
        this.meet(stored);
      }
    } catch (error) {
      this.noteGone(error);
    }
  }

  /** Another one's version, in place of what was typed here. */
  takeTheirs(): void {
    const { theirs, id } = this.view;
    if (theirs?.form) {
      this.agree(theirs, theirs.form);
      this.places.forget(id);
    }
  }

  /** Replaces the other version with the form that was typed here. */
  async overwrite(): Promise<void> {
    const { theirs } = this.view;
    if (theirs) {
      this.version = theirs.version;
      this.base = theirs.form ?? null;
      this.pending = null;
      this.show({ theirs: undefined, state: 'saving' });
      this.remember();
      await this.flush();
    }
  }

  /** Saves the form that was typed here as a draft of its own. */
  async keepAsNew(): Promise<void> {
    const { id, form } = this.view;
    this.version = 0;
    [this.base, this.pending] = [null, null];
    this.first.drop();
    // Two campaigns with one key of the launch would be one.
    const own = { ...form, key: newKey() };
    this.show({ id: undefined, form: own, theirs: undefined, ended: undefined, saved: undefined, state: 'saving' });
    this.remember();
    this.places.forget(id);
    await this.flush();
  }

  /** The address of the page names the draft now. */
  named(): void {
    this.first.settle();
  }

  /** The browser was asked to load another page, or to reload this one. */
  readonly go = (): void => this.first.go();

  /** The draft is over: nothing of it is saved any more, and nothing is kept here. */
  end(): void {
    [this.base, this.pending] = [this.view.form, null];
    this.looks += 1;
    this.stop();
    this.first.end();
    this.places.forget(this.view.id);
  }

  /** Ends with the page: keeps unsaved changes here, and tries one more save. */
  stop(): void {
    void this.flush();
    this.isStopped = true;
    this.first.leave();
  }

  /** The page is there, perhaps again. */
  start(): void {
    this.isStopped = false;
    if (this.isDirty) {
      this.schedule(0);
    }
  }

  /** A save whose answer is not known is repeated, also when what it said was taken back here. */
  private get isDirty(): boolean {
    const { form, id } = this.view;
    if (this.pending !== null) {
      return true;
    }
    return this.base === null ? id !== undefined || !isUntouched(form, this.kind) : !isSameForm(form, this.base);
  }

  private get isHeld(): boolean {
    return this.view.theirs !== undefined || this.view.ended !== undefined;
  }

  private async run(): Promise<void> {
    while (this.isDirty && !this.isHeld) {
      this.show({ state: 'saving' });
      this.pending ??= { key: newKey(), form: this.view.form };
      this.remember();
      try {
        await this.send(this.pending);
        this.failures = 0;
      } catch (error) {
        await this.fail(error);
        return;
      }
    }
  }

  private async send({ form, key }: PendingSave<F>): Promise<void> {
    const { id } = this.view;
    const content = contentOf(form, this.kind);
    const saved =
      id === undefined
        ? await this.places.create(content, key)
        : await this.places.save({ id, version: this.version }, content, key);
    this.pending = null;
    this.version = saved.version;
    this.base = form;
    this.show({ id: saved.id, saved, problem: undefined, state: this.isDirty ? 'saving' : 'saved' });
    if (id === undefined) {
      this.first.keep({ key, form });
      this.remember();
      if (this.isStopped) {
        this.first.end();
      } else {
        this.places.reportCreated(saved.id);
      }
    }
    if (!this.isDirty) {
      this.places.forget(saved.id);
    }
  }

  private async fail(error: unknown): Promise<void> {
    const refusal = error instanceof Refusal ? error : new Refusal(0, null, []);
    if (isPassing(refusal)) {
      this.show({ state: 'failed', problem: refusal });
      this.schedule(RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)] ?? 0);
      this.failures += 1;
      return;
    }
    const { id } = this.view;
    if (refusal.code === 'changed_meanwhile' && id !== undefined) {
      try {
        this.meet(await this.places.read(id));
        if (!this.isHeld && this.isDirty) {
          this.schedule(PAUSE_MS);
        }
        return;
      } catch (fault) {
        this.noteGone(fault);
      }
    }
    this.pending = null;
    this.noteGone(refusal);
    this.show({ state: 'failed', problem: refusal });
  }

  /** Compares the form with the server's version. */
  private meet(stored: StoredDraft): void {
    if (stored.launchedAs !== null) {
      const { isDirty: hasOwn } = this;
      this.show({ ended: { as: 'launched', key: stored.launchedAs, by: stored.changedBy.name, hasOwn } });
      return;
    }
    if (stored.version === this.version) {
      return;
    }
    const form = formOf(stored.body, this.kind);
    const { version, changedBy, changedAt } = stored;
    if (form !== undefined && (isSameForm(form, this.view.form) || !this.isDirty)) {
      this.agree(stored, form);
    } else if (form !== undefined && this.pending && isSameForm(form, this.pending.form)) {
      // The save arrived, and its answer did not.
      [this.version, this.base, this.pending] = [version, form, null];
      this.show({ saved: stored });
    } else if (this.isDirty) {
      this.show({ theirs: { version, changedBy, changedAt, form }, state: 'failed' });
    } else {
      this.show({ ended: { as: 'strange' } });
    }
  }

  private agree(stored: Pick<DraftState, 'version' | 'changedBy' | 'changedAt'>, form: F): void {
    const isNews = !isSameForm(form, this.view.form);
    [this.version, this.base, this.pending] = [stored.version, form, null];
    const shown = { form, saved: stored, isNewer: isNews, theirs: undefined, problem: undefined };
    this.show({ ...shown, state: 'saved' });
  }

  private noteGone(error: unknown): void {
    if (error instanceof Refusal && error.status === 404 && this.view.id !== undefined) {
      this.show({ ended: { as: 'deleted' } });
    }
  }

  private schedule(afterMs: number): void {
    clearTimeout(this.timer);
    if (!this.isStopped && !this.isHeld) {
      this.timer = setTimeout(() => void this.flush(), afterMs);
    }
  }

  private remember(): void {
    const { id, form } = this.view;
    this.places.remember(id, { version: this.version, base: this.base, form, pending: this.pending });
    const first = this.first.save;
    if (first !== null) {
      this.places.remember(undefined, { version: 0, base: null, form, pending: first, ...(id && { savedAs: id }) });
    }
  }

  private show(change: Partial<DraftView<F>>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) {
      listener();
    }
  }
}

/** True where a repeat may succeed: no answer, a fault of the server, too many requests. */
function isPassing({ status, code }: Refusal): boolean {
  return status === 0 || status === 429 || status >= 500 || code === 'idempotency_in_progress';
}
