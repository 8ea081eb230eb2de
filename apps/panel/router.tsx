import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
} from '@tanstack/react-router';
import { Suspense, useSyncExternalStore } from 'react';
import { screen } from './loading/screen.js';
import { BASE } from './navigation/paths.js';
import { Skeleton } from './kit/states/skeleton.js';
import { Empty } from './kit/states/notice.js';
import { ApplicationFrame } from './session/application.js';
import { Missing } from './session/missing.js';
import { useCameByLink, useMe } from './session/session-gate.js';
import { Broken } from './shell/broken.js';
import { Shell } from './shell/shell.js';
import { useI18n } from './i18n/i18n.js';
import { outdated } from './outdated.js';

const Home = screen(() => import('./home/home.js'), 'Home');
const Campaigns = screen(() => import('./campaigns/list/campaigns.js'), 'Campaigns');
const Calendar = screen(() => import('./campaigns/calendar/calendar.js'), 'Calendar');
const ComparePage = screen(() => import('./campaigns/compare/compare-page.js'), 'ComparePage');
const CampaignPage = screen(() => import('./campaigns/page/campaign-page.js'), 'CampaignPage');
const Approvals = screen(() => import('./approvals/approvals.js'), 'Approvals');
const Composer = screen(() => import('./composer/composer.js'), 'Composer');
const Sends = screen(() => import('./sends/sends.js'), 'Sends');
const Drafts = screen(() => import('./drafts/drafts.js'), 'Drafts');
const FindUsers = screen(() => import('./users/find/find-users.js'), 'FindUsers');
const People = screen(() => import('./people.js'), 'People');
const Accounts = screen(() => import('./accounts/accounts.js'), 'Accounts');
const Keys = screen(() => import('./keys/keys.js'), 'Keys');
const AuditLog = screen(() => import('./audit/audit-log.js'), 'AuditLog');
const Deliveries = screen(() => import('./simulators/deliveries.js'), 'Deliveries');
const Audience = screen(() => import('./audience/audience.js'), 'Audience');
const Segments = screen(() => import('./audience/segments/segments.js'), 'Segments');
const Reports = screen(() => import('./reports/reports.js'), 'Reports');
const Geofences = screen(() => import('./geofences/geofences.js'), 'Geofences');
const Journeys = screen(() => import('./journeys/journeys.js'), 'Journeys');
const Media = screen(() => import('./media/media.js'), 'Media');
const Templates = screen(() => import('./templates/templates.js'), 'Templates');
const Setup = screen(() => import('./setup/setup.js'), 'Setup');
const BrandPage = screen(() => import('./setup/brand-page.js'), 'BrandPage');
const TestersPage = screen(() => import('./testers/testers-page.js'), 'TestersPage');
const BlocksPage = screen(() => import('./texts/blocks-page.js'), 'BlocksPage');
const TranslationsPage = screen(() => import('./texts/translations-page.js'), 'TranslationsPage');
const SectionPage = screen(() => import('./setup/section-page.js'), 'SectionPage');
const Members = screen(() => import('./members/members.js'), 'Members');
const PasskeyOffer = screen(() => import('./me/passkey-offer.js'), 'PasskeyOffer');
const MePage = screen(() => import('./me/me-page.js'), 'MePage');
const Gallery = screen(() => import('./gallery/gallery.js'), 'Gallery');

type Search = Record<string, string | undefined>;
/** Every filter is a text in the address; a screen takes those it knows. */
const validateSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

/** Parts of `/apps/shop`: other screens are for work, and offer nothing beside it. */
const HOME_DEPTH = 3;

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
          <PasskeyOffer isShown={pathname.replace(BASE, '').split('/').length <= HOME_DEPTH} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton lines={6} height={28} />}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}

function Start() {
  const { w } = useI18n();
  const [first] = useMe().apps;
  return first === undefined ? (
    <Empty title={w.nav.noApps} help={w.nav.noAppsHelp} />
  ) : (
    <ApplicationFrame appKey={first.key}>
      <Home />
    </ApplicationFrame>
  );
}

const root = createRootRoute({ component: Frame, notFoundComponent: () => <Missing name={location.pathname} /> });
const start = createRoute({ getParentRoute: () => root, path: '/', component: Start });
const parts = createRoute({ getParentRoute: () => root, path: '/kit', component: () => <Gallery /> });
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
  validateSearch,
  component: () => {
    const {
      search: { request, copy, draft },
      setSearch,
    } = useSearchProps();
    const name = (id: string | undefined): void => setSearch({ draft: id, copy: undefined });
    return <Composer key={request} request={request} copy={copy} draft={draft} onDraft={name} />;
  },
});
const drafts = createRoute({
  getParentRoute: () => application,
  path: '/campaigns/drafts',
  component: () => <Drafts />,
});
const sends = createRoute({
  getParentRoute: () => application,
  path: '/campaigns/sends',
  validateSearch,
  component: () => <Sends {...useSearchProps()} />,
});
const approvals = createRoute({
  getParentRoute: () => application,
  path: '/campaigns/approvals',
  validateSearch,
  component: () => <Approvals search={useSearchProps().search} />,
});
const compare = createRoute({
  getParentRoute: () => application,
  path: '/campaigns/compare',
  validateSearch,
  component: () => <ComparePage search={useSearchProps().search} />,
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
  component: () => <FindUsers />,
});
const people = createRoute({
  getParentRoute: () => application,
  path: '/users/$place',
  validateSearch,
  component: () => <People place={people.useParams().place} {...useSearchProps()} />,
});

const accounts = createRoute({ getParentRoute: () => application, path: '/accounts', component: () => <Accounts /> });
const audience = createRoute({
  getParentRoute: () => application,
  path: '/audience',
  validateSearch,
  component: () => <Audience tag={useSearchProps().search['tag']} />,
});
const segments = createRoute({
  getParentRoute: () => application,
  path: '/audience/segments',
  validateSearch,
  component: () => <Segments segment={useSearchProps().search['segment']} />,
});
const reports = createRoute({
  getParentRoute: () => application,
  path: '/reports',
  validateSearch,
  component: () => <Reports {...useSearchProps()} />,
});
const templates = createRoute({
  getParentRoute: () => application,
  path: '/templates',
  validateSearch,
  component: () => <Templates {...useSearchProps()} />,
});
const media = createRoute({
  getParentRoute: () => application,
  path: '/media',
  validateSearch,
  component: () => <Media {...useSearchProps()} />,
});
const geofences = createRoute({
  getParentRoute: () => application,
  path: '/geofences',
  validateSearch,
  component: () => <Geofences {...useSearchProps()} />,
});
const journeys = createRoute({
  getParentRoute: () => application,
  path: '/journeys',
  validateSearch,
  component: () => <Journeys {...useSearchProps()} />,
});
const setup = createRoute({ getParentRoute: () => application, path: '/setup', component: () => <Setup /> });
const section = createRoute({
  getParentRoute: () => application,
  path: '/setup/$section',
  validateSearch,
  component: () => {
    const name = section.useParams().section;
    const props = useSearchProps();
    switch (name) {
      case 'brand':
        return <BrandPage />;
      case 'testers':
        return <TestersPage />;
      case 'block-uses':
        return <BlocksPage />;
      case 'translations':
        return <TranslationsPage />;
      default:
        return <SectionPage key={name} section={name} {...props} />;
    }
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

/** The filters of the address, and a function that changes them: undefined removes a filter, absent keeps it. */
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
      drafts,
      sends,
      approvals,
      compare,
      campaign,
      recipients,
      message,
      users,
      people,
      accounts,
      audience,
      segments,
      reports,
      media,
      geofences,
      journeys,
      templates,
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

/** Follows a link of the panel without a reload. */
export function follow(href: string): void {
  router.history.push(href);
}

/** Calls back whenever a link, or going back, leads to another screen. Filters take the place of their address. @returns what ends that */
export function onScreen(changed: () => void): () => void {
  return router.history.subscribe(({ action }) => {
    if (action.type !== 'REPLACE') {
      changed();
    }
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
