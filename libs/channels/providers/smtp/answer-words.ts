/** Names in an answer. Their words say nothing: a recipient may be called `policy`, and a host `spf.example`. */
const URLS = /\bhttps?:\/\/[^\s<>"']+/gi;
const ADDRESSES = /(?<![^\s<>()[\]"'`,;:])[^\s<>()[\]"'`,;:@]+@[^\s<>()[\]"'`,;:@]+/g;
/** Host names, with the page of one. A search begins at the first label alone, so that a long name costs its length. */
const HOSTS = /(?<![\w-]|[\w-]\.)([\w-]+(?:\.[\w-]+)*\.(?:[a-z]{2,}|[A-Z]{2,}))(?![\w-])(?:\/[^\s<>"']*)?/g;
/** Stands for a name, so that the words around it stay apart. */
const NAME = '…';

/** Words for an unknown address, where the code says only that it was refused. */
const UNKNOWN_USER = new RegExp(
  [
    String.raw`\b(?:user|recipient|mailbox|account|alias|address)(?: is)? unknown\b`,
    // "Unknown address error" is IronPort's name of any refusal with 5.1.0.
    String.raw`\bunknown (?:local |e-?mail |or illegal )?(?:user|recipient|mailbox|account|alias|address(?! error))\b`,
    String.raw`\b(?:invalid|non-?existent) (?:user|recipient|mailbox|account)\b`,
    String.raw`\bno such (?:local |e-?mail )?(?:user|recipient|mailbox|account|address|person|alias)\b`,
    String.raw`\b(?:user|recipient|mailbox|account|address)(?: (?:that )?you tried to reach)? (?:does not|doesn['’]?t|do not|not) exist`,
    String.raw`\b(?:user|recipient|mailbox|account|address)(?: was| is)? not found\b`,
    String.raw`\b(?:user|recipient|mailbox|account|address) (?:wasn['’]t|couldn['’]t be|could not be|cannot be|can['’]t be) found\b`,
    String.raw`${NAME} wasn['’]t found\b`,
    String.raw`\b(?:user|recipient|mailbox|account|address)(?: is)? no longer (?:exists?|valid|in use)\b`,
    String.raw`\bnot a valid (?:user|recipient|mailbox|account)\b`,
    String.raw`\bdoes(?: not|n['’]?t) have an? (?:\S{1,60} )?account\b`,
    String.raw`\bno (?:such )?mailbox (?:here|by that name)\b`,
    String.raw`\bunroutea?ble address\b`,
    String.raw`\bnot listed in (?:\w{1,60} )?directory\b`,
  ].join('|'),
  'i',
);
/**
 * Words for a refused sender. Such an answer may use the codes of a wrong address, and must not retire the address.
 */
const BLAME = new RegExp(
  [
    String.raw`\b(?:spam\w*|unsolicited|blocked|banned|dnsbl|rbl|reputation|polic(?:y|ies)|too many|rate limit\w*|spf|dkim|dmarc)\b`,
    String.raw`\b(?:black|block|deny)[ -]?list\w*`,
    String.raw`\b(?:is|was|currently) listed\b`,
    String.raw`\bsender (?:address )?(?:rejected|refused|denied|verif\w+)\b`,
  ].join('|'),
  'i',
);
/** Names of block lists: they blame the sender even within a link. */
const BLOCK_LISTS = /(?<![\w-])(?:spamhaus|spamcop|barracudacentral|sorbs|uceprotect|surbl|uribl|abusix)(?![\w-])/i;

/** Replaces addresses, links and host names, and what the recipients are called within brackets or quotes. */
export function removeNames(text: string, recipients: readonly string[] = []): string {
  const words = removeRecipients(text, recipients).replace(URLS, NAME).replace(HOSTS, NAME);
  return recipients
    .map((address) => splitAddress(address).local)
    .flatMap((local) => [`<${local}>`, `"${local}"`, `'${local}'`, `(${local})`, ...(isNoWord(local) ? [local] : [])])
    .reduce((rest, name) => rest.replaceAll(name, NAME), words);
}

/** Tests if an answer says that the address does not exist. @param words  without names */
export function namesUnknownUser(words: string): boolean {
  return UNKNOWN_USER.test(words);
}

/**
 * Tests if an answer refuses the sender rather than the recipient.
 *
 * @param text        the answer as the server gave it
 * @param recipients  the addresses that it is about
 */
export function blamesSender(text: string, recipients: readonly string[] = []): boolean {
  if (BLOCK_LISTS.test(removeRecipients(text, recipients))) {
    return true;
  }
  const words = removeNames(text, recipients);
  if (!BLAME.test(words)) {
    return false;
  }
  const names = new Set(recipients.map((address) => splitAddress(address).local.toLowerCase()));
  // "No such user policy": the one word of blame is the recipient's name.
  const otherWords = words.replace(/[\w-]+/g, (word) => (names.has(word.toLowerCase()) ? NAME : word));
  return !namesUnknownUser(otherWords) || BLAME.test(otherWords);
}

/** Removes addresses, and the hosts of the recipients' domains. */
function removeRecipients(text: string, recipients: readonly string[]): string {
  const domains = recipients
    .map((address) => splitAddress(address).domain.toLowerCase())
    .filter((name) => name.includes('.'));
  const words = text
    .replace(ADDRESSES, NAME)
    .replace(HOSTS, (match, host: string) => (domains.some((domain) => isWithin(host, domain)) ? NAME : match));
  // Hosts above are in ASCII.
  return domains.reduce((rest, domain) => rest.replaceAll(domain, NAME), words);
}

/** Tests if a name cannot be a word or number of an answer, such as `ada.blocked`. */
function isNoWord(local: string): boolean {
  return /[a-z]/i.test(local) && /[.+_-]/.test(local);
}

function isWithin(host: string, domain: string): boolean {
  return `.${host.toLowerCase()}`.endsWith(`.${domain}`);
}

function splitAddress(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return at < 0 ? { local: address, domain: '' } : { local: address.slice(0, at), domain: address.slice(at + 1) };
}
