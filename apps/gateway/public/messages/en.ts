import type { PageMessages } from './page-messages.js';

export const en: PageMessages = {
  privacy: 'Privacy',
  missing: {
    title: 'Not found',
    heading: 'This link leads nowhere',
    text: 'It may be incomplete or too old: in some programs a long link breaks over two lines. Copy all of it, or look for the newest message.',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    doneTitle: 'Unsubscribed',
    ask: (name) => `Unsubscribe from ${name}?`,
    text: (name) =>
      `You will get no more e-mail of this kind from ${name}. Messages that you ask for yourself, such as receipts and codes, still come.`,
    done: 'You are unsubscribed',
    doneText: (name) =>
      `${name} will send you no more e-mail of this kind. A message that is already on its way may still arrive.`,
    askTopic: (topics) => `Unsubscribe from ${topics}?`,
    textTopic: (name) => `You will get no more e-mail about this from ${name}. Everything else stays as it is.`,
    doneTopic: (topics) => `You are unsubscribed from ${topics}`,
    doneTopicText: (name) =>
      `${name} will send you no more e-mail about this. A message that is already on its way may still arrive.`,
    button: 'Unsubscribe',
    more: 'Choose what you get, or leave everything',
  },
  preferences: {
    title: 'Your preferences',
    savedTitle: 'Saved',
    text: (name) => `Choose what you get from ${name}.`,
    channels: {
      EMAIL: 'E-mail',
      SMS: 'Text message',
      PUSH: 'App',
      WEB_PUSH: 'Browser',
      WHATSAPP: 'WhatsApp',
      TELEGRAM: 'Telegram',
      SLACK: 'Slack',
    },
    pending: 'waits for your confirmation',
    expired: 'was not confirmed in time',
    noTopics: 'There is nothing to choose here.',
    tracking: 'Opens and clicks',
    trackingText: 'Your choice also holds for messages that you already have.',
    trackingChoice: 'Opens and clicks of messages may be recorded with my name',
    save: 'Save',
    saved: 'Your choice is saved.',
    unchanged: 'Everything is as it was.',
    undo: 'Undo',
    undone: 'The last change is undone.',
    undoEnded: 'This change can no longer be undone. Choose again below.',
    leave: 'Leave everything',
    leaveText: (name) =>
      `You will get no more advertising by e-mail from ${name}. Messages that you ask for yourself, such as receipts and codes, still come.`,
    leaveButton: 'Leave all e-mail',
    left: (name) => `You get no advertising by e-mail from ${name}.`,
    returnButton: 'Get e-mail again',
  },
};
