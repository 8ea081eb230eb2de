import './look/tokens.css';
import './look/type.css';
import './look/reset.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Links } from './kit/controls/links.js';
import { onServerNews } from './api/client.js';
import { queries } from './api/queries.js';
import { Refusal } from './api/refusals/refusal.js';
import { ToastRegion } from './kit/states/toast.js';
import { outdated } from './outdated.js';
import { follow, onScreen, router } from './router.js';
import { takeLinkToken, takeRefusal } from './session/link-token.js';
import { PreferencesProvider } from './session/preferences.js';
import { SessionGate } from './session/session-gate.js';

/** A refusal says the same thing again; only a server that is away is asked once more. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && error instanceof Refusal && error.status >= 502,
      staleTime: 5000,
    },
  },
});
onServerNews({
  signedOut: () => void client.invalidateQueries({ queryKey: queries.me().queryKey }),
  newBuild: outdated.set,
});

const linkToken = takeLinkToken();
const refusal = takeRefusal();
const container = document.getElementById('root');
if (container) {
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <PreferencesProvider>
          <Links follow={follow}>
            <ToastRegion onScreen={onScreen}>
              <SessionGate linkToken={linkToken} refusal={refusal}>
                <RouterProvider router={router} />
              </SessionGate>
            </ToastRegion>
          </Links>
        </PreferencesProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
