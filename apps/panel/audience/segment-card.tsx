import { useEffect, useState } from 'react';
import { beginSegment } from '../figures/described-segment.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { wordsOf } from '../words/words.js';
import css from './audience.module.css';

const useSegmentWords = wordsOf({
  en: {
    title: 'Save as a segment',
    name: 'Name of the segment',
    help: 'Campaigns and other targets name it. The set-up shows what changes before anything is stored.',
    go: 'Go on in the set-up',
  },
  tr: {
    title: 'Segment olarak kaydet',
    name: 'Segmentin adı',
    help: 'Kampanyalar ve başka hedefler onu adıyla anar. Bir şey saklanmadan önce kurulum neyin değiştiğini gösterir.',
    go: 'Kurulumda sürdür',
  },
});

/** Takes the audience to the section of the set-up that stores segments. */
export function SegmentCard({ target }: { target: object }) {
  const words = useSegmentWords();
  const { app } = useApplication();
  const [name, setName] = useState('');
  const given = name.trim();
  useEffect(() => {
    if (given !== '') {
      beginSegment(app.key, { name: given, target });
    }
  }, [app.key, given, target]);
  return (
    <Card title={words.title}>
      <div className={css['rows']}>
        <Field label={words.name} value={name} onChange={setName} help={words.help} />
        {given === '' ? (
          <div>
            <Button isDisabled>{words.go}</Button>
          </div>
        ) : (
          <div>
            <Link kind="button" href={paths.section(app.key, 'segments', { from: 'audience' })}>
              {words.go}
            </Link>
          </div>
        )}
      </div>
    </Card>
  );
}
