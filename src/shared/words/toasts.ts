/** The spec's toasts and confirmation, letter for letter (section 8). */
export const toasts = {
  errorTitle: 'Error!',
  errors: {
    details: 'Please enter the details properly.',
    contacts: 'Please enter the contacts.',
    groups: 'Please select the groups',
    message: 'Please enter message',
    form: 'Please fill the form correctly.',
  },
  done: {
    groupAdded: 'Group added successfully.',
    groupUpdated: 'Group updated successfully.',
    groupDeleted: 'Group deleted successfully.',
    membersAdded: 'Members added successfully.',
    memberUpdated: 'Member updated successfully.',
    memberRemoved: 'Member removed successfully.',
    messageSent: 'Message sent successfully.',
    beingProcessed: 'WhatsApp messages are being processed.',
    outboxCleared: 'Outbox cleared.',
  },
} as const;

export const deleteConfirmation = {
  title: 'Are you sure?',
  text: "You won't be able to revert this!",
  confirm: 'Yes, delete it!',
} as const;

/** The spec's field messages (section 5). */
export const fieldMessages = {
  group: 'Group is required.',
  template: 'Template is required.',
  month: 'Month is required.',
  year: 'Year is required.',
  description: 'Description is required.',
  avatar: 'Avatar is required.',
  name: 'Name is required.',
  contact: 'Contact is required.',
} as const;

export const noRecords = 'There are no records to show';
