/** InsertCommand as JAXB classes: what somebody writes who has only the schema. */
@XmlSchema(
    namespace = "http://di.uminho.pt/ws/2014/01/raft",
    elementFormDefault = XmlNsForm.QUALIFIED)
package dev.flotilla.server.jaxb;

import jakarta.xml.bind.annotation.XmlNsForm;
import jakarta.xml.bind.annotation.XmlSchema;
