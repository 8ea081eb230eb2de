import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
} from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { BASE } from './navigation/paths.js';
import { Skeleton } from './kit/states/skeleton.js';
import { Empty } from './kit/states/notice.js';
import { ApplicationFrame } from './session/application.js';
import { useCameByLink, useMe } from './session/session-gate.js';
import { Broken } from './shell/broken.js';
import { Shell } from './shell/shell.js';
import { useSpeech } from './words/words.js';
import { outdated } from './outdated.js';

/** Each screen is a file of its own that is loaded when somebody goes there. */
const Home = lazy(() => import('./home/home.js').then(({ Home: component }) => ({ default: component })));
const Campaigns = lazy(() =>
  import('./campaigns/list/campaigns.js').then(({ Campaigns: component }) => ({ default: component })),
);
const Calendar = lazy(() =>
  import('./campaigns/calendar/calendar.js').then(({ Calendar: component }) => ({ default: component })),
);
const CampaignPage = lazy(() =>
  import('./campaigns/page/campaign-page.js').then(({ CampaignPage: component }) => ({ default: component })),
);
const Composer = lazy(() =>
  import('./composer/composer.js').then(({ Composer: component }) => ({ default: component })),
);
const FindUsers = lazy(() =>
  import('./users/find/find-users.js').then(({ FindUsers: component }) => ({ default: component })),
);
const UserPage = lazy(() =>
  import('./users/page/user-page.js').then(({ UserPage: component }) => ({ default: component })),
);
const Imports = lazy(() => import('./imports/imports.js').then(({ Imports: component }) => ({ default: component })));
const Accounts = lazy(() =>
  import('./accounts/accounts.js').then(({ Accounts: component }) => ({ default: component })),
);
const Keys = lazy(() => import('./keys/keys.js').then(({ Keys: component }) => ({ default: component })));
const AuditLog = lazy(() => import('./audit/audit-log.js').then(({ AuditLog: component }) => ({ default: component })));
const Deliveries = lazy(() =>
  import('./simulators/deliveries.js').then(({ Deliveries: component }) => ({ default: component })),
);
const Audience = lazy(() =>
  import('./audience/audience.js').then(({ Audience: component }) => ({ default: component })),
);
const Reports = lazy(() => import('./reports/reports.js').then(({ Reports: component }) => ({ default: component })));
const Setup = lazy(() => import('./setup/setup.js').then(({ Setup: component }) => ({ default: component })));
const SectionPage = lazy(() =>
  import('./setup/section-page.js').then(({ SectionPage: component }) => ({ default: component })),
);
const Members = lazy(() => import('./members/members.js').then(({ Members: component }) => ({ default: component })));
const PasskeyOffer = lazy(() =>
  import('./me/passkey-offer.js').then(({ PasskeyOffer: component }) => ({ default: component })),
);
const MePage = lazy(() => import('./me/me-page.js').then(({ MePage: component }) => ({ default: component })));
const Showroom = lazy(() =>
  import('./showroom/showroom.js').then(({ Showroom: component }) => ({ default: component })),
);

type Search = Record<string, string | undefined>;
/** Every filter is a text in the address; a screen takes those it knows. */
const validateSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

function Frame() {
  const { app: appKey } = useParams({ strict: false });
  const { pathname } = useLocation();
  const { apps } = useMe();
  const cameByLink = useCameByLink();
  const isOutdated = useSyncExternalStore(outdated.watch, outdated.read);
  return (
    <Shell
      apps={apps}
      app={apps.find(({ key }) => key === appKey) ?? apps[0]}
      path={pathname.startsWith(BASE) ? pathname : BASE + pathname}
      isOutdated={isOutdated}
    >
      {cameByLink && (
        <Suspense fallback={null}>
          <PasskeyOffer />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton lines={6} height={28} />}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}

function Start() {
  const { w } = useSpeech();
  const [first] = useMe().apps;
  return first === undefined ? (
    <Empty title={w.nav.noApps} help={w.nav.noAppsHelp} />
  ) : (
    <ApplicationFrame appKey={first.key}>
      <Home />
    </ApplicationFrame>
  );
}

function Missing() {
  const { w } = useSpeech();
  return <Empty title={w.state.missing} help={location.pathname} />;
}

const root = createRootRoute({ component: Frame, notFoundComponent: Missing });
const start = createRoute({ getParentRoute: () => root, path: '/', component: Start });
const parts = createRoute({ getParentRoute: () => root, path: '/kit', component: () => <Showroom /> });
const members = createRoute({ getParentRoute: () => root, path: '/members', component: () => <Members /> });
const me = createRoute({ getParentRoute: () => root, path: '/me', component: () => <MePage /> });
const application = createRoute({
  getParentRoute: () => root,
  path: '/apps/$app',
  component: () => (
    <ApplicationFrame appKey={application.useParams().app}>
      <Outlet />
    </ApplicationFrame>
  ),
});
const home = createRoute({ getParentRoute: () => application, path: '/', component: () => <Home /> });
const campaigns = createRoute({
  getParentRoute: () => application,
  path: '/campaigns',
  validateSearch,
  component: () => <Campaigns {...useSearchProps()} />,
});
const calendar = createRoute({
  getParentRoute: () => application,
  path: '/campaigns/calendar',
  validateSearch,
  component: () => <Calendar {...useSearchProps()} />,
});
const composer = createRoute({
  getParentRoute: () => application,
  path: '/campaigns/new',
  component: () => <Composer />,
});
const campaign = createRoute({
  getParentRoute: () => application,
  path: '/campaigns/$key',
  component: () => <CampaignPage view="overview" campaignKey={campaign.useParams().key} {...useSearchProps()} />,
});
const recipients = createRoute({
  getParentRoute: () => application,
  path: '/campaigns/$key/recipients',
  validateSearch,
  component: () => <CampaignPage view="recipients" campaignKey={recipients.useParams().key} {...useSearchProps()} />,
});
const message = createRoute({
  getParentRoute: () => application,
  path: '/campaigns/$key/message',
  validateSearch,
  component: () => <CampaignPage view="message" campaignKey={message.useParams().key} {...useSearchProps()} />,
});
const users = createRoute({
  getParentRoute: () => application,
  path: '/users',
  validateSearch,
  component: () => <FindUsers {...useSearchProps()} />,
});
const imports = createRoute({
  getParentRoute: () => application,
  path: '/users/imports',
  validateSearch,
  component: () => <Imports {...useSearchProps()} />,
});
const user = createRoute({
  getParentRoute: () => application,
  path: '/users/$uid',
  validateSearch,
  component: () => <UserPage uid={user.useParams().uid} {...useSearchProps()} />,
});

const accounts = createRoute({ getParentRoute: () => application, path: '/accounts', component: () => <Accounts /> });
const audience = createRoute({ getParentRoute: () => application, path: '/audience', component: () => <Audience /> });
const reports = createRoute({
  getParentRoute: () => application,
  path: '/reports',
  validateSearch,
  component: () => <Reports {...useSearchProps()} />,
});
const setup = createRoute({ getParentRoute: () => application, path: '/setup', component: () => <Setup /> });
const section = createRoute({
  getParentRoute: () => application,
  path: '/setup/$section',
  validateSearch,
  component: () => {
    const name = section.useParams().section;
    return <SectionPage key={name} section={name} {...useSearchProps()} />;
  },
});
const keys = createRoute({ getParentRoute: () => application, path: '/keys', component: () => <Keys /> });
const audit = createRoute({
  getParentRoute: () => application,
  path: '/audit',
  validateSearch,
  component: () => <AuditLog {...useSearchProps()} />,
});
const simulators = createRoute({
  getParentRoute: () => application,
  path: '/simulators',
  validateSearch,
  component: () => <Deliveries {...useSearchProps()} />,
});

/** The filters of the address, and how to change them: what is undefined goes, what is not named stays. */
function useSearchProps(): { search: Search; setSearch: (change: Search) => void } {
  const location = useLocation();
  const navigate = useNavigate();
  const { search }: { search: Search } = location;
  return {
    search,
    setSearch: (change) =>
      void navigate({
        to: location.pathname,
        search: Object.fromEntries(
          Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined && value !== ''),
        ),
        replace: true,
        resetScroll: false,
      }),
  };
}

/** Addresses of the panel. Nothing else knows of the router. */
export const router = createRouter({
  routeTree: root.addChildren([
    start,
    parts,
    members,
    me,
    application.addChildren([
      home,
      campaigns,
      calendar,
      composer,
      campaign,
      recipients,
      message,
      users,
      imports,
      user,
      accounts,
      audience,
      reports,
      setup,
      section,
      keys,
      audit,
      simulators,
    ]),
  ]),
  basepath: BASE,
  defaultErrorComponent: ({ error }) => <Broken text={error instanceof Error ? error.message : String(error)} />,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
  scrollRestoration: true,
});

/** Follows a link of the panel without loading it anew. */
export function follow(href: string): void {
  router.history.push(href);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
