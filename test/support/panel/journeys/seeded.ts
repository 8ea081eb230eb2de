/** Draws numbers below a bound, always the same ones for a seed (mulberry32). */
export type Draw = (below: number) => number;

export function seeded(seed: number): Draw {
  let state = seed + 0x6d2b79f5;
  return (below) => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
