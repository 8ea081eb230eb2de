import { WORDS_BINARY } from './words-binary.js';
import { readUids, takePositions, WORDS_PER_SLICE, type Words } from './words.js';
import type { Bitmap } from './bitmap.js';

/** The part of the engine's interface that is used: Node.js has it, and the types of its globals do not. */
declare const WebAssembly: {
  Module: new (binary: Uint8Array) => object;
  Instance: new (module: object) => { exports: object };
};

/** The exports of `words.wat`. Addresses and lengths are bytes. */
interface Kernel {
  memory: { buffer: ArrayBuffer };
  keep: (users: number, slice: number, flip: number, length: number) => number;
  move: (users: number, found: number, slice: number, flip: number, length: number) => number;
  scatter: (uids: number, words: number, length: number) => void;
  count: (words: number, length: number) => number;
}

const kernel = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(WORDS_BINARY, 'base64'))).exports as Kernel;

const BYTES_PER_WORD = 4;
const REGISTER_BYTES = WORDS_PER_SLICE * BYTES_PER_WORD;
/** The kernel handles 128 bits at a time. */
const STEP_BYTES = 16;

/**
 * Users of one slice, one bit for each, in the memory of the kernel. There are a few registers, which one evaluation
 * after the other uses. With WebAssembly's instructions for 128 bits, a pass over a
 * slice and the copy of the words that it needs cost less than a loop in JavaScript.
 */
export class Register {
  private readonly words: Words;
  private readonly address: number;
  private length = REGISTER_BYTES;

  /** @param place  from 0 on; each has its own */
  constructor(place: number) {
    this.address = place * REGISTER_BYTES;
    this.words = new Int32Array(kernel.memory.buffer, this.address, WORDS_PER_SLICE);
  }

  /** Takes a copy of words, and is then as long as they are. */
  load(words: Words): this {
    this.words.set(words);
    this.length = Math.ceil((words.length * BYTES_PER_WORD) / STEP_BYTES) * STEP_BYTES;
    this.words.fill(0, words.length, this.length / BYTES_PER_WORD);
    return this;
  }

  /** No one, in so many words. */
  clear(words = WORDS_PER_SLICE): this {
    this.length = Math.ceil((words * BYTES_PER_WORD) / STEP_BYTES) * STEP_BYTES;
    this.words.fill(0, 0, this.length / BYTES_PER_WORD);
    return this;
  }

  /** Keeps the users who have this bit in a slice. @returns how many are left */
  keep(slice: Words, bit: 0 | 1): number {
    return kernel.keep(this.address, input.load(slice).address, bit - 1, this.length);
  }

  /** Moves the users who have this bit in a slice to another register. @returns how many are left */
  move(slice: Words, bit: 0 | 1, to: Register): number {
    return kernel.move(this.address, to.address, input.load(slice).address, bit - 1, this.length);
  }

  /** Moves all users to another register. */
  moveAll(to: Register): void {
    kernel.move(this.address, to.address, this.address, 0, this.length);
  }

  /** Adds the users of some words. */
  addWords(words: Words): void {
    input.load(words).moveAll(this);
  }

  /** Adds the users of a bitmap of up to `MAX_LISTED`. */
  addListed(bitmap: Bitmap): void {
    const uids = readUids(bitmap, listed);
    kernel.scatter(LIST_ADDRESS, this.address, uids.length * Uint32Array.BYTES_PER_ELEMENT);
  }

  addPosition(position: number): void {
    this.words[position >>> 5] = (this.words[position >>> 5] as number) | (1 << (position & 31));
  }

  /** Calls `take` with the position of each user. */
  takePositions(take: (position: number) => void): void {
    takePositions(this.words.subarray(0, this.length / BYTES_PER_WORD), take);
  }

  count(): number {
    return kernel.count(this.address, this.length);
  }

  /** A copy of so many words. */
  read(words = WORDS_PER_SLICE): Words {
    return this.words.slice(0, words);
  }
}

/** The operand of an operation. */
const input = new Register(0);
/** The registers of an operation. */
export const REGISTERS = { users: new Register(1), high: new Register(2), found: new Register(3) } as const;

/** Users that a list has space for. */
export const MAX_LISTED = 2 ** 16;
/** Behind the registers. */
const LIST_ADDRESS = 4 * REGISTER_BYTES;
const listed = new Uint32Array(kernel.memory.buffer, LIST_ADDRESS, MAX_LISTED);
