import { useQuery } from '@tanstack/react-query';
import { audienceWords } from '../../api/audience.js';
import type { AudienceWords } from '../../api/types.js';
import { useApplication } from '../../session/application.js';

const NOTHING: AudienceWords = { attributes: [], events: [], segments: [] };

/** Names that can describe an audience: the screen reads them before it shows the editor. */
export function useKnownWords(): AudienceWords {
  const { app } = useApplication();
  return useQuery(audienceWords(app.key)).data ?? NOTHING;
}
