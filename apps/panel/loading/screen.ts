import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Loads a screen, which is a file of its own, at the first visit. */
export function screen<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
