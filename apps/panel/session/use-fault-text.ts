import { sayRefusal } from '../api/refusals/refusal-sentences.js';
import { useI18n } from '../i18n/i18n.js';
import { useRefusalMessages } from './refusal-messages.js';

/** Faults that the server stored in its own words, as sentences; those of another form as they are. */
export function useFaultText(): (text: string) => string {
  const { language } = useI18n();
  const messages = useRefusalMessages();
  return (text) => sayRefusal(text, messages, language === 'en') ?? text;
}
