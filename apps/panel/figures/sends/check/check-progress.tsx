import { StackedBar } from '../../../kit/charts/stacked-bar.js';
import { useSpeech } from '../../../words/words.js';
import { useSendWords } from '../words.js';

/** How far a check is that takes long. @param share  0 to 1 */
export function CheckProgress({ share }: { share: number }) {
  const { f } = useSpeech();
  const words = useSendWords();
  const text = words.counted(f.percent(share));
  return (
    <div>
      <StackedBar label={text} parts={[{ tone: 'sent', name: text, n: share }]} total={1} />
      <p>{text}</p>
    </div>
  );
}
