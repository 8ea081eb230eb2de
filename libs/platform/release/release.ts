import { existsSync, readFileSync } from 'node:fs';

/** Written by the build beside its folders; a start from the sources finds the package file alone. */
const PLACES = ['../../../release.json', '../../../package.json'];
/** The commit where neither a release nor git named one. */
const NO_COMMIT = 'development';
const SHORT_COMMIT = 12;

/** A build of Herald. */
export interface Release {
  /** Semantic version, such as `0.2.0`. */
  version: string;
  /** The commit in full, or `development`. */
  commit: string;
}

/** The build of this process. @throws Error for a build without its file */
export const RELEASE: Readonly<Release> = readRelease();

/** Version and commit for people: the first digits name a commit well enough. */
export const RELEASE_NAME = `${RELEASE.version} (${RELEASE.commit === NO_COMMIT ? NO_COMMIT : RELEASE.commit.slice(0, SHORT_COMMIT)})`;

/** `User-Agent` of requests to providers and webhooks. */
export const USER_AGENT = `Herald/${RELEASE_NAME}`;

function readRelease(): Release {
  const file = PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (file === undefined) {
    throw new Error('release.json is missing beside the build');
  }
  const { version, commit = NO_COMMIT } = JSON.parse(readFileSync(file, 'utf8')) as Omit<Release, 'commit'> &
    Partial<Release>;
  return { version, commit };
}
