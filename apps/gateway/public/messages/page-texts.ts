import type { ChosenFrequency } from '#libs/channels/definitions';

/** Texts of the public pages. @property name  of an application, where a text takes one */
export interface PageMessages {
  privacy: string;
  missing: { title: string; heading: string; text: string };
  unsubscribe: {
    title: string;
    doneTitle: string;
    ask: (name: string) => string;
    text: (name: string) => string;
    done: string;
    doneText: (name: string) => string;
    askTopic: (topics: string) => string;
    textTopic: (name: string) => string;
    doneTopic: (topics: string) => string;
    doneTopicText: (name: string) => string;
    button: string;
    more: string;
  };
  /** Mails to members, by their kind. */
  memberMails: { alarms: string; digest: string };
  preferences: {
    title: string;
    savedTitle: string;
    text: (name: string) => string;
    channels: Record<string, string>;
    pending: string;
    expired: string;
    noTopics: string;
    tracking: string;
    trackingText: string;
    trackingChoice: string;
    frequency: string;
    frequencyText: string;
    frequencies: Record<ChosenFrequency, string>;
    save: string;
    saved: string;
    unchanged: string;
    undo: string;
    undone: string;
    undoEnded: string;
    leave: string;
    leaveText: (name: string) => string;
    leaveButton: string;
    left: (name: string) => string;
    returnButton: string;
  };
  confirmation: {
    title: string;
    ask: (name: string) => string;
    text: string;
    button: string;
    done: string;
    doneText: (name: string) => string;
    used: string;
    usedText: string;
    subscribed: string;
    subscribedText: string;
  };
}
