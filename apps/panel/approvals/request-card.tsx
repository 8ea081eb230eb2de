import type { Review } from '../api/compose/approvals.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Facts, type Fact } from '../kit/layout/facts.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import type { Formats } from '../i18n/formats.js';
import { useI18n } from '../i18n/i18n.js';
import css from './approvals.module.css';
import { useApprovalMessages } from './messages.js';

const MINUTE = 60;

/** Shows author, expiry and decisions of a request. */
export function RequestCard({ review }: { review: Review }) {
  const { f } = useI18n();
  const words = useApprovalMessages();
  const { app } = useApplication();
  const { key, author, askedAt, given, needed, planned, upTo, startsAt, expiresAt, state, votes } = review;
  const { decidedBy, outgrown, told, hasMail, revision } = review;
  const names = votes.map(({ by }) => by.name).join(', ');
  const [have, need] = [f.number(given), f.number(needed)];
  const isOver = state !== 'WAITING';
  return (
    <Card title={words.request}>
      <div className={css['rows']}>
        <Facts
          facts={[
            { name: words.author, value: author?.name ?? words.unknown },
            { name: words.asked, value: f.moment(askedAt) },
            ...(planned === null ? [] : [{ name: words.seenThen, value: f.number(planned) }]),
            { name: words.startsAt, value: startsAt === null ? words.atOnce : f.moment(startsAt) },
            ...factsOf(review.terms, words, f),
            ...(isOver ? [] : [{ name: words.expires, value: expiresAt === null ? words.noEnd : f.moment(expiresAt) }]),
            { name: words.approvals, value: names === '' ? words.of(have, need) : words.ofBy(have, need, names) },
            ...(isOver || told === null || !hasMail
              ? []
              : [{ name: words.mails, value: told === 0 ? words.toldNobody : words.told(told) }]),
            ...(upTo === null ? [] : [{ name: words.upTo, value: words.upToUsers(upTo) }]),
          ]}
        />
        {votes.map(({ by, at, words: text }) => (
          <Quote key={at} title={`${words.approvedBy(by.name)}, ${f.moment(at)}`} text={text} />
        ))}
        {!isOver && !hasMail && <p className={css['quiet']}>{words.noMail}</p>}
        {outgrown !== null && (
          <p className={css['warning']}>{words.outgrown(f.number(outgrown), f.number(upTo ?? 0))}</p>
        )}
        {isOver && state !== 'APPROVED' && outgrown === null && (
          <Quote
            title={
              decidedBy === null
                ? (words.states[state] ?? state)
                : words.endedBy(words.states[state] ?? state, decidedBy.name)
            }
            text={review.words}
          />
        )}
        <p className={css['actions']}>
          {revision !== null && (
            <Link kind="button" href={paths.approvals(app.key, revision)}>
              {words.revision}
            </Link>
          )}
          <Link href={paths.campaign(app.key, key)}>{words.campaign}</Link>
        </p>
      </div>
    </Card>
  );
}

/** Terms of the campaign itself: how it is sent, and its exclusions. */
function factsOf(
  { localTime, speed, limit, categories, label, ttlSeconds }: Review['terms'],
  words: ReturnType<typeof useApprovalMessages>,
  f: Formats,
): Fact[] {
  const { terms } = words;
  return [
    ...(localTime === null ? [] : [{ name: terms.localTime, value: f.wall(localTime) }]),
    ...(speed === null
      ? []
      : [{ name: terms.speed, value: terms.ofSpeed(speed.packageSize, f.span(speed.intervalMins * MINUTE)) }]),
    ...(limit === null ? [] : [{ name: terms.limit, value: f.number(limit) }]),
    ...(categories.length === 0 ? [] : [{ name: terms.categories, value: categories.join(', ') }]),
    ...(label === null ? [] : [{ name: terms.label, value: label }]),
    ...(ttlSeconds === null ? [] : [{ name: terms.ttl, value: f.span(ttlSeconds) }]),
  ];
}

function Quote({ title, text }: { title: string; text: string | null }) {
  return (
    <div>
      <p className={css['quiet']}>{title}</p>
      {text !== null && <blockquote className={css['said']}>{text}</blockquote>}
    </div>
  );
}
