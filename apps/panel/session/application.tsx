import { createContext, useContext, type ReactNode } from 'react';
import type { Application } from '../api/types.js';
import { Missing } from './missing.js';
import { useMe } from './session-gate.js';

const ApplicationContext = createContext<Application | undefined>(undefined);

/** The application of the address, for the screens inside. */
export function ApplicationFrame({ appKey, children }: { appKey: string; children: ReactNode }) {
  const app = useMe().apps.find(({ key }) => key === appKey);
  return app === undefined ? (
    <Missing name={appKey} />
  ) : (
    <ApplicationContext value={app}>{children}</ApplicationContext>
  );
}

/** The application, and what the member may do in it. The server decides; here buttons are absent that it would refuse. */
export function useApplication(): { app: Application; may: (permission: string) => boolean } {
  const app = useContext(ApplicationContext);
  if (app === undefined) {
    throw new Error('ApplicationFrame is missing');
  }
  return { app, may: (permission) => app.permissions.includes(permission) };
}
