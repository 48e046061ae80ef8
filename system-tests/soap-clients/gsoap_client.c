/* Inserts a command into a RAFT_Service and reads it, with what wsdl2h and soapcpp2 make of its WSDL alone. */
#include <stdio.h>
#include <string.h>
#include "soapH.h"
#include "wsaapi.h"
#include "RAFT_USCOREServiceBinding.nsmap"

#define PORT_TYPE "http://di.uminho.pt/ws/2014/01/raft/RAFT_Service/"
#define INSERT PORT_TYPE "InsertCommand"
#define READ PORT_TYPE "Read"

int main(int count, char **arguments) {
  char uid[64];
  struct soap *soap = soap_new1(SOAP_XML_STRICT);
  struct ns1__CommandType command;
  struct ns1__CommandResultType inserted;
  struct ns1__ReadRequestType question;
  struct ns1__ReadResponseType found;
  if (count != 3) return 2;
  snprintf(uid, sizeof uid, "urn:uuid:%s", arguments[2]);
  memset(&command, 0, sizeof command);
  memset(&question, 0, sizeof question);
  memset(&inserted, 0, sizeof inserted);
  memset(&found, 0, sizeof found);
  command.uid = uid;
  command.command = "x=1";
  command.parameters = "y,z";
  soap_register_plugin(soap, soap_wsa);
  if (soap_wsa_request(soap, NULL, arguments[1], INSERT) || soap_call___ns1__InsertCommand(soap, arguments[1], NULL, &command, &inserted)) {
    soap_print_fault(soap, stderr);
    return 1;
  }
  if (!inserted.success) {
    printf("insert: not executed\n");
    return 1;
  }
  printf("insert: ok\n");
  question.uid = uid;
  if (soap_wsa_request(soap, NULL, arguments[1], READ) || soap_call___ns1__Read(soap, arguments[1], NULL, &question, &found)) {
    soap_print_fault(soap, stderr);
    return 1;
  }
  if (!found.command || strcmp(found.command, "x=1") || !found.parameters || strcmp(found.parameters, "y,z")) {
    printf("read: not what was inserted\n");
    return 1;
  }
  printf("read: ok\n");
  return 0;
}
