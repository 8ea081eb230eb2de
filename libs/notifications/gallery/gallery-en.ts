import type { GalleryId, GalleryTexts } from './gallery.types.js';

/** Words of the gallery in English. */
export const ENGLISH: Readonly<Record<GalleryId, GalleryTexts>> = {
  welcome: {
    name: 'Welcome',
    subject: 'Welcome, @{name|and thank you for joining}',
    preheader: 'Three things to begin with',
    title: 'Good to have you here',
    parts: [
      { p: 'Hello @{name|there}, thank you for joining us. This is how most people begin:' },
      {
        p: '1. Tell us what you like, so that we write about nothing else.\n2. Look around.\n3. Ask us anything: just answer this e-mail.',
      },
      { button: 'Get started' },
    ],
  },
  newsletter: {
    name: 'Newsletter',
    subject: 'What is new this month',
    preheader: 'Two stories and a date',
    title: 'News of the month',
    parts: [
      { p: 'Hello @{name|there}, here is what happened since our last letter.' },
      { h: 'The first story' },
      { p: 'Say in two or three sentences what happened, and why it matters to your readers.' },
      { button: 'Read the story' },
      'line',
      {
        columns: [
          [{ h: 'In short' }, { p: 'One more piece of news, in a sentence or two.' }],
          [{ h: 'Save the date' }, { p: 'What happens next, when and where.' }],
        ],
      },
    ],
  },
  launch: {
    name: 'Product launch',
    subject: 'It is here',
    preheader: 'Be among the first',
    title: 'Meet our new product',
    parts: [
      { p: 'Say in one sentence what it does for the reader.' },
      {
        columns: [
          [{ h: 'Simple' }, { p: 'The first thing that is better now.' }],
          [{ h: 'Fast' }, { p: 'The second thing that is better now.' }],
        ],
      },
      { button: 'See it' },
    ],
  },
  sale: {
    name: 'Sale',
    subject: '20% off until Sunday',
    preheader: 'Everything you like, for less',
    title: '20% off everything',
    parts: [
      { p: 'Hello @{name|there}, until Sunday night everything in our shop is 20% off.' },
      { p: 'Code: SPRING20' },
      { button: 'Shop now' },
      { p: 'The code works once, and not together with other offers.' },
    ],
  },
  cart: {
    name: 'Abandoned cart',
    subject: 'You left something behind',
    preheader: 'Your cart is still here',
    title: 'Still thinking about it?',
    parts: [
      { p: 'Hello @{name|there}, your cart is as you left it.' },
      { button: 'Back to my cart' },
      { p: 'Questions about size, delivery or returns? Just answer this e-mail.' },
    ],
  },
  receipt: {
    name: 'Order receipt',
    subject: 'Your order is confirmed',
    preheader: 'Thank you. This is what happens next',
    title: 'Thank you for your order',
    parts: [
      { p: 'Hello @{name|there}, we have your order and are getting it ready.' },
      'line',
      {
        columns: [
          [{ h: 'Order' }, { p: 'Number and date' }],
          [{ h: 'Total' }, { p: 'Amount and way of payment' }],
        ],
      },
      { button: 'See the order' },
    ],
  },
  shipping: {
    name: 'Shipping',
    subject: 'Your parcel is on its way',
    preheader: 'Follow it here',
    title: 'On its way to you',
    parts: [
      { p: 'Hello @{name|there}, your parcel left our warehouse today. It usually takes two or three days.' },
      { button: 'Follow the parcel' },
      { p: 'Nobody at home? Choose another day or a neighbour with the same link.' },
    ],
  },
  event: {
    name: 'Event invitation',
    subject: 'You are invited',
    preheader: 'Keep the evening free',
    title: 'Join us',
    parts: [
      { p: 'Hello @{name|there}, we would like to see you at our event.' },
      {
        columns: [
          [{ h: 'When' }, { p: 'Day and time' }],
          [{ h: 'Where' }, { p: 'Name and address of the place' }],
        ],
      },
      { button: 'Save my seat' },
      { p: 'It costs nothing. Seats are limited.' },
    ],
  },
  survey: {
    name: 'Survey',
    subject: 'Two minutes for three questions?',
    preheader: 'Your answer changes what we do next',
    title: 'How are we doing?',
    parts: [
      { p: 'Hello @{name|there}, three short questions, two minutes. Your answers decide what we do next.' },
      { button: 'Answer now' },
      { p: 'We read every answer, and share none of them.' },
    ],
  },
  winBack: {
    name: 'Win-back',
    subject: 'We have not seen you for a while',
    preheader: 'A lot has changed',
    title: 'It has been a while',
    parts: [
      { p: 'Hello @{name|there}, you have not been here for some time. This is new since then:' },
      { p: '• The first thing that changed\n• The second thing that changed' },
      { button: 'Take a look' },
      { p: 'Would you rather get fewer e-mails? Choose below what you get.' },
    ],
  },
  birthday: {
    name: 'Birthday',
    subject: 'Happy birthday, @{name|from all of us}',
    preheader: 'A little present from us',
    title: 'Happy birthday!',
    parts: [
      { p: 'Dear @{name|friend}, all the best for your new year. This present is for you:' },
      { p: '15% off your next order, for seven days.' },
      { button: 'Unwrap it' },
    ],
  },
  notice: {
    name: 'Password or notice',
    subject: 'Your password was changed',
    preheader: 'Was it you? Then there is nothing to do',
    title: 'Your password was changed',
    parts: [
      { p: 'Hello @{name|there}, the password of your account was changed just now.' },
      { p: 'Was it you? Then there is nothing to do. If not, protect your account at once:' },
      { button: 'It was not me' },
      { p: 'We never ask for your password by e-mail.' },
    ],
  },
};

export const ENGLISH_UNSUBSCRIBE = 'Unsubscribe';
