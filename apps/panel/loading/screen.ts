import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A screen is a file of its own that is loaded when somebody goes there. */
export function screen<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }));
}
