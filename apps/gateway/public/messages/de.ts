import type { PageMessages } from './page-texts.js';

export const de: PageMessages = {
  privacy: 'Datenschutz',
  missing: {
    title: 'Nicht gefunden',
    heading: 'Dieser Link führt nirgendwohin',
    text: 'Er ist vielleicht unvollständig oder zu alt: In manchen Programmen bricht ein langer Link in zwei Zeilen um. Kopieren Sie ihn ganz, oder suchen Sie die neueste Nachricht.',
  },
  unsubscribe: {
    title: 'Abmelden',
    doneTitle: 'Abgemeldet',
    ask: (name) => `Von ${name} abmelden?`,
    text: (name) =>
      `Sie bekommen keine E-Mails dieser Art mehr von ${name}. Nachrichten, die Sie selbst anfordern, etwa Belege und Codes, kommen weiterhin.`,
    done: 'Sie sind abgemeldet',
    doneText: (name) =>
      `${name} schickt Ihnen keine E-Mails dieser Art mehr. Eine Nachricht, die schon unterwegs ist, kann noch ankommen.`,
    askTopic: (topics) => `${topics} abbestellen?`,
    textTopic: (name) => `Sie bekommen dazu keine E-Mails mehr von ${name}. Alles andere bleibt, wie es ist.`,
    doneTopic: (topics) => `${topics}: abbestellt`,
    doneTopicText: (name) =>
      `${name} schickt Ihnen dazu keine E-Mails mehr. Eine Nachricht, die schon unterwegs ist, kann noch ankommen.`,
    button: 'Abmelden',
    more: 'Auswählen, was Sie bekommen, oder alles abbestellen',
  },
  memberMails: { alarms: 'Alarme von Journeys', digest: 'die Woche der Journeys' },
  preferences: {
    title: 'Ihre Einstellungen',
    savedTitle: 'Gespeichert',
    text: (name) => `Wählen Sie, was Sie von ${name} bekommen.`,
    channels: {
      EMAIL: 'E-Mail',
      SMS: 'SMS',
      PUSH: 'App',
      WEB_PUSH: 'Browser',
      WHATSAPP: 'WhatsApp',
      TELEGRAM: 'Telegram',
      SLACK: 'Slack',
    },
    pending: 'wartet auf Ihre Bestätigung',
    expired: 'wurde nicht rechtzeitig bestätigt',
    noTopics: 'Hier gibt es nichts auszuwählen.',
    tracking: 'Öffnungen und Klicks',
    trackingText: 'Ihre Wahl gilt auch für Nachrichten, die Sie schon haben.',
    trackingChoice: 'Öffnungen und Klicks von Nachrichten dürfen mit meinem Namen gespeichert werden',
    save: 'Speichern',
    saved: 'Ihre Auswahl ist gespeichert.',
    unchanged: 'Alles ist, wie es war.',
    undo: 'Rückgängig machen',
    undone: 'Die letzte Änderung ist rückgängig gemacht.',
    undoEnded: 'Diese Änderung lässt sich nicht mehr rückgängig machen. Wählen Sie unten neu.',
    leave: 'Alles abbestellen',
    leaveText: (name) =>
      `Sie bekommen keine Werbung per E-Mail mehr von ${name}. Nachrichten, die Sie selbst anfordern, etwa Belege und Codes, kommen weiterhin.`,
    leaveButton: 'Alle E-Mails abbestellen',
    left: (name) => `Sie bekommen keine Werbung per E-Mail von ${name}.`,
    returnButton: 'Wieder E-Mails bekommen',
  },
  confirmation: {
    title: 'Bestätigen',
    ask: (name) => `Möchten Sie Nachrichten von ${name}?`,
    text: 'Sie erhalten sie nur, wenn Sie bestätigen:',
    button: 'Bestätigen',
    done: 'Sie haben bestätigt',
    doneText: (name) => `${name} darf Ihnen senden:`,
    used: 'Dieser Link ist benutzt oder zu alt',
    usedText: 'Er bestätigt nichts mehr. Wenn Sie die Nachrichten noch möchten, fordern Sie sie noch einmal an.',
    subscribed: 'Sehen Sie in Ihr Postfach',
    subscribedText:
      'Wenn die Adresse stimmt, ist eine Nachricht unterwegs. Bevor Sie dort bestätigen, erhalten Sie nichts anderes.',
  },
};
